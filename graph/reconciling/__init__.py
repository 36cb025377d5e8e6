"""Several sources, one graph: what is one thing, and what holds where sources disagree."""

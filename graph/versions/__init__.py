"""The versions of a source: what is the same in two of them, and what changed."""

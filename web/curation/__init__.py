"""Where curators decide, and what they look at."""

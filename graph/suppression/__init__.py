"""People who asked to be forgotten: the list of hashes, and what it takes out where."""

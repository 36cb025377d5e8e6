"""Finding things by words: what is asked, what can be found, the index."""

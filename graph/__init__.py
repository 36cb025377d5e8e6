"""Everything between a file and an answer; knows nothing of the web or of the command line."""

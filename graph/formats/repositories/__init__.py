"""Files that people keep in a repository: pages, lists of talks and of people."""

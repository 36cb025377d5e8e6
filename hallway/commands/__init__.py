"""The commands, a module a group: their arguments and help; the work is done elsewhere."""

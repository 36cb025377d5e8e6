"""Mapping files: what the columns of a table or the paths of a JSON document hold."""

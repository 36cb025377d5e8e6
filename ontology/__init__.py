"""The ontology, its alignments and its shapes, as Turtle files."""

"""Conference programmes in, one knowledge graph out."""

__version__ = "0.1.0"

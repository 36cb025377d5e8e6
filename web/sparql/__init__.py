"""The SPARQL endpoint and its answers as pages."""

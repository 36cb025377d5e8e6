"""Events, talks and people in an RDF graph."""

"""Trees of events, sessions and talks, as schema.org and RDF tell them."""

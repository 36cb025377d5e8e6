"""Events of schema.org as pages and JSON-LD write them."""

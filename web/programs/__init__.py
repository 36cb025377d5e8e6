"""What programs read besides linked data and SPARQL: REST, reconciliation, dumps, calendars."""

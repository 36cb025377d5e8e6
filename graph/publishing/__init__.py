"""The graph for others: dumps, schema.org markup, calendars."""

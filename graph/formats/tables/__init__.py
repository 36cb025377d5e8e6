"""Tables of talks or events: columns, rows, and what their cells say."""

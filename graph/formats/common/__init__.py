"""What readers of all formats use: notices, words of programmes, the days of an event."""

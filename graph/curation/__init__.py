"""What a curator decides: what waits, how it is recorded, proved and exchanged."""

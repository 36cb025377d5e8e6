"""The programmes that the demo loads."""

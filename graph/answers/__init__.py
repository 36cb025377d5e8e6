"""What is asked of a published generation, and answered as plain records."""

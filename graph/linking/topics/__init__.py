"""Which labels are one topic, and what talks are about."""

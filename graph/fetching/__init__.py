"""Fetching sources for the operator, from public addresses only."""

"""The graph as a network: counted, measured, drawn, walked and told in sentences."""

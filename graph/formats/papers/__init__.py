"""Lists of papers and the volumes that they are in."""

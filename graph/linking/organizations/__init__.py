"""Which strings name one organization, and which organization stands behind a talk."""

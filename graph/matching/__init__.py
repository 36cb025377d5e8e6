"""Names from elsewhere matched to things of the site: spreadsheets, profiles, other databases."""

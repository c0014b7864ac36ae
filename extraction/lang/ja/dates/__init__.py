"""Japanese dates and times."""

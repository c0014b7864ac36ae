"""Names taken apart: readings, romanisations, surnames and given names, nicknames, acronyms, countries."""

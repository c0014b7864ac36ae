"""Analyses names into forms for matching: readings, romanisations, surname and given name, nicknames, acronyms."""

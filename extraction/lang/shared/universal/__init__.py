"""Statements of any language whose parser labels Universal Dependencies: a language gives its words and dates."""

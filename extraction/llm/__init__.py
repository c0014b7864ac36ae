"""Extraction assisted by a language model: optional, off by default, added to what the rules find."""

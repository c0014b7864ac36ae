"""Extraction with a language model's help: an option, off by default, that adds to what the rules find."""

"""Faster inference for spaCy pipelines with the same results: tok2vec and parser transitions in numpy."""

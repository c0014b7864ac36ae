"""Trains the tagging head: `python -m scripts.tagger.train --data FOLDER`."""

"""Japanese polarity, modality and tense."""

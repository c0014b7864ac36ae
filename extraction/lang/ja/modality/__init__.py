"""Japanese modality and tense: denial, wish, ability, hearsay, what is over."""

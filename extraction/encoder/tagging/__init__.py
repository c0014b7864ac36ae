"""Names, dates and amounts in a text, read off the hidden layers of the built-in encoder by a small trained head."""

from extraction.encoder.tagging.head import Head
from extraction.encoder.tagging.states import Tagged, TokenStates, Words, token_states, words_of

__all__ = ["Head", "Tagged", "TokenStates", "Words", "token_states", "words_of"]

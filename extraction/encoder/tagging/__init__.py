"""Named entity recognition by a small head on the built-in encoder's hidden layers: names, dates, amounts."""

from extraction.encoder.tagging.attention import DECISIONS
from extraction.encoder.tagging.head import Head
from extraction.encoder.tagging.states import Tagged, TokenStates, Words, token_states, words_of
from extraction.encoder.tagging.windows import SOFTWARE, WORK

__all__ = ["DECISIONS", "SOFTWARE", "WORK", "Head", "Tagged", "TokenStates", "Words", "token_states", "words_of"]

"""The amounts in a question as candidate keys: 300万円 finds what cost 3 million yen."""

from typing import Final

from extraction.lang.en.amounts import amounts as english
from extraction.lang.ja.amounts import amounts as japanese
from extraction.names.keys import name_key
from graph.model.extraction import NameCandidate
from graph.model.reading.amount_names import bare

_READ: Final = 2_000
_MOST: Final = 16


def asked_amounts(text: str, language: str) -> tuple[NameCandidate, ...]:
    """The keys of the first 16 amounts of a question; a bound or a range also gives the key without its mark."""
    find_amounts = japanese.find_amounts if language == "ja" else english.find_amounts
    spots = list(find_amounts(text[:_READ]))[:_MOST]
    return tuple(
        NameCandidate(key, start, end)
        for start, end, amount in spots
        for key in dict.fromkeys((name_key(amount.name), name_key(bare(amount.name))))
    )

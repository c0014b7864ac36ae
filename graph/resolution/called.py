"""The full-text query for the entities of a user that a name may mean; pure.

    "Ken Sato"  ->  +user_id:"taro" +(name:/[KkK][Ee][Nn]/ aliases:/…/) +(name:/[SsS]…/ aliases:/…/)

It finds every entity with a name or alias that is the same but for upper and lower case, and some more (the words in
another order, other signs): whether one is called so is for the statement to say. Without it every entity of a user
would have to be read.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from graph.db.rows import quoted

_SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
"""Where the index's analyser (`unicode_whitespace`) parts words."""
_WORD_MOST = 100
"""Characters of a word that are compared: it is cut in the index after 255."""
_WORDS_MOST = 32
"""Words of a name that are compared: Lucene takes a thousand clauses in all."""
_CASED_BELOW = 0x20000
"""No letter of the planes from there on has a case."""
_DOT_ABOVE = "\u0307"
"""What "İ" in lower case has beside its i: one character is two there."""


def called_query(user_id: str, called: str) -> str | None:
    """The query of the index `entity_called` for the entities of a user that go by a name; None where it is no name."""
    words = [word for word in _SPACE.split(called) if word][:_WORDS_MOST]
    if not words:
        return None
    asked = (f"+(name:/{cased}/ aliases:/{cased}/)" for cased in map(_any_case, words))
    return " ".join([f"+user_id:{quoted(user_id)}", *asked])


def _any_case(word: str) -> str:
    """A regular expression of Lucene for a word in whatever case; any sign stands for a sign, which needs no escape."""
    lower = word.lower()
    whole = "".join(map(_letter, lower[:_WORD_MOST]))
    return whole + ".*" if len(lower) > _WORD_MOST else whole


def _letter(character: str) -> str:
    if character == _DOT_ABOVE:
        return ".?"
    if not character.isalnum():
        return "."
    return f"[{''.join(sorted({character, *_written().get(character, ())}))}]"


@cache
def _written() -> Mapping[str, set[str]]:
    """The characters that become one in lower case: of k these are K and the sign of kelvin."""
    written: defaultdict[str, set[str]] = defaultdict(set)
    for code in range(_CASED_BELOW):
        character = chr(code)
        if (lower := character.lower()) != character:
            written[lower[0]].add(character)
    # Sigma ends a word in another form.
    for sigma in "σς":
        written[sigma] |= {"Σ", "σ", "ς"}
    return dict(written)

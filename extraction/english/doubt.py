"""Words by which a sentence takes back, doubts or passes on what one of its clauses says: closed classes of English."""

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MISSED: Final = _words("almost nearly")
"""Adverbs of what did not come about after all."""
WHOLLY: Final = _words("always never certainly surely exclusively entirely only all every everything")
"""Behind "almost" these are what is taken back, and not what the clause says: "almost always drinks tea"."""
SELDOM: Final = _words("hardly scarcely rarely seldom")
DENIALS: Final = SELDOM | _words("not never no neither nor")
"""Adverbs by which it is not so, or so seldom that a text that tells how somebody lives means that it is not."""
BARELY: Final = SELDOM | _words("barely")
"""Adverbs that deny by their "ever"; "barely" alone may tell of what came about: "barely reached Rome"."""
MAYBE: Final = _words(
    "maybe perhaps possibly probably presumably potentially conceivably likely hopefully seemingly theoretically"
)
HEARSAY: Final = _words("supposedly apparently allegedly reportedly purportedly ostensibly")
IMAGINED: Final = _words("dream nightmare daydream fantasy imagination")
"""Where things only seem to happen: "In my dream, I lived in Paris"."""

CONDITIONS: Final = _words("if whether unless lest provided providing supposing")
TIMES: Final = _words("when whenever once until till before after")
"""Words before a clause that in the present tense tells what is still to come, or what comes again and again."""
OCCASIONS: Final = _words("time day moment minute second week month year")
"""Nouns whose clause is such a one: "by the time I join Acme"."""
SEEMING: Final = _words("seem appear look sound feel")
"""Verbs by which a clause is what only seems so."""

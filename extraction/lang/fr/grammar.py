"""French as the reader of Universal Dependencies knows it: its prepositions, its denials, its passive."""

from typing import TYPE_CHECKING, Final

from extraction.lang.fr.dates import find_dates
from extraction.lang.shared.universal.grammar import Grammar

if TYPE_CHECKING:
    from spacy.tokens import Token

PACKAGE: Final = "extraction.lang.fr"
_VOWELS: Final = "aeiouhéèêâîôûœy"


def _reflexive(infinitive: str) -> str:
    """ "se trouver", "s'installer"."""
    return f"s'{infinitive}" if infinitive[0] in _VOWELS else f"se {infinitive}"


def _active(verb: "Token") -> str:
    """The predicate of a passive's agent: "a signé" of "a été signée par", the infinitive of what goes on."""
    if not any(child.dep_ == "aux:tense" for child in verb.children):
        return verb.lemma_
    form = verb.lower_
    ending = next((ending for ending in ("ées", "és", "ée") if form.endswith(ending)), "")
    return f"a {form.removesuffix(ending)}{'é' if ending else ''}"


FRENCH: Final = Grammar(
    package=PACKAGE,
    dates=find_dates,
    copula="être",
    to="à",
    of="de",
    by="par",
    relative="qui",
    denying=frozenset(("ne", "n'", "n’")),
    only=frozenset(("que", "qu'", "qu’")),
    contracted={"du": "de", "des": "de", "d'": "de", "d’": "de", "au": "à", "aux": "à"},
    until=("jusque", "jusqu'", "jusqu’"),
    reflexive=_reflexive,
    active=_active,
)

"""What a text claims between two ends, as the rules that read it hand it to those that make a statement of it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from extraction.lang.en.clauses.clauses import Clause
from graph.model.types import Modality, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One subject and one object token under a verb (or noun) phrase.

    `predicate` is the phrase as written, `lemma` its dictionary form with particle and preposition, `core` the part
    of it that says what is done ("work for" in "want work for"); `noun` the noun that relates them, if any ("wife").
    `clause` is the one it was read off, None where a noun alone states it; `told` how a passive stood in the text
    before it was turned round.
    """

    subject: "Token"
    object: "Token"
    verb: "Token"
    predicate: str
    lemma: str
    core: str
    rule: str
    noun: str | None = None
    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.STATED
    clause: Clause | None = None
    told: str = ""

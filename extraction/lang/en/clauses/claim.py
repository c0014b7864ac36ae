"""A claim: a binary relation between two tokens, which the clause rules read and statements are made from."""

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
    `clause` is its clause, None where a noun alone states it; `passive_predicate` the words of a passive that was made
    active; `instead_of` the object that was preferred to this one, which is denied;
    `gap` the words of a clause that leaves out its verb.
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
    passive_predicate: str = ""
    instead_of: "Token | None" = None
    gap: range | None = None

"""What the reader of Universal Dependencies must know of one language: its word tables, its dates, its passive."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from extraction.lang.shared.dates import Period
from extraction.lang.shared.senses import Sense, sense_table
from extraction.text.lexicon import lexicon
from graph.model.types import EntityType, Modality, RelationType

if TYPE_CHECKING:
    from spacy.tokens import Token

Dates = Callable[[str, datetime, int], Iterator[tuple[int, int, Period]]]
"""Start, end and period of each date of a sentence; the last argument is the side of the moment on which it lies."""


@dataclass(frozen=True, kw_only=True)
class Grammar:
    """One language.

    `copula` is the copula's lemma, `to` and `of` the prepositions of a recipient and of an owner, `by` that of an
    agent, `relative` the subject among the relative pronouns, `denying` the particle that a denial needs beside its
    adverb, `only` the word that turns both into "only". `contracted` are the dictionary forms of prepositions that
    hold an article. `reflexive` makes the dictionary form of a reflexive verb, `active` the predicate of a passive's
    agent.
    """

    package: str
    dates: Dates
    copula: str
    to: str
    of: str
    by: str
    relative: str
    denying: frozenset[str]
    only: frozenset[str]
    contracted: Mapping[str, str]
    until: tuple[str, ...]
    reflexive: Callable[[str], str]
    active: "Callable[[Token], str]"

    senses: Mapping[str, tuple[Sense, ...]] = field(init=False)
    kinds: Mapping[str, EntityType] = field(init=False)
    roles: Mapping[str, RelationType] = field(init=False)
    vague: frozenset[str] = field(init=False)
    modals: Mapping[str, Modality] = field(init=False)

    def __post_init__(self) -> None:
        nouns, verbs = lexicon(self.package, "nouns"), lexicon(self.package, "verbs")
        for name, value in (
            ("senses", sense_table(self.package, "relations")),
            ("kinds", {word: EntityType(kind) for word, kind in nouns.values("kind").items()}),
            ("roles", {word: RelationType(kind) for word, kind in nouns.values("role").items()}),
            ("vague", nouns.words("vague")),
            ("modals", {word: Modality(kind) for word, kind in verbs.values("modal").items()}),
        ):
            object.__setattr__(self, name, value)

    def words(self, name: str) -> frozenset[str]:
        """The words of a list of the table of verbs."""
        return lexicon(self.package, "verbs").words(name)

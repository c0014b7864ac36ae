"""Coreference: the name that a word stands for, be it a pronoun (彼, 同社) or a role to the speaker (父)."""

from collections.abc import Collection, Iterable
from typing import Final

from extraction.lang.ja.facts.kin import RELATIVE, SUBJECT_PARTICLES, first_unrelated_person, is_speaker_role, role_of
from extraction.lang.ja.facts.relations import is_personal
from extraction.lang.ja.modality.predicate_suffixes import asks
from extraction.lang.ja.modality.tense import was_before
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.parse.cases import possessors
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import tail_type
from extraction.names.kinship import japanese_callings
from extraction.text.lexicon import lexicon
from graph.model.types import EntityType

_ANAPHORS: Final = {
    word: EntityType(name) for word, name in lexicon("extraction.lang.ja", "names").values("pointing_word").items()
}
"""Words that refer to a name before them, with its type."""
PEOPLE: Final = frozenset(word for word, kind in _ANAPHORS.items() if kind is EntityType.PERSON) | {"彼ら", "彼女ら"}
"""Pronouns for people named before."""
_DEMONSTRATIVES: Final = frozenset(("この", "その", "同", "当", "本"))
_VAGUE_TYPES: Final = frozenset((EntityType.CONCEPT, EntityType.TIME_UNIT))
_SENTENCE_WINDOW: Final = 3
"""Sentences in which the antecedent of an anaphor is looked for, its own included."""
_FAMILY_OF_ONE: Final = lexicon("extraction.lang.ja", "kin").words("family_of_one")
"""Spouses and children, whom a relative mentioned before may have as well."""

_ACT_TAG: Final = "名詞-普通名詞-サ変可能"
_MADE: Final = (EntityType.TASK, EntityType.TECHNOLOGY, EntityType.EVENT, EntityType.DOCUMENT)
"""Types of what people work on."""

COREFERENCE: Final = 0.7
"""Factor of a statement's confidence for each anaphor in it; set by hand."""


class Referents:
    """The names of one text by word, with anaphors and the speaker's relatives resolved."""

    def __init__(self, parse: Parse, names: Lookup) -> None:
        self.names = names
        self._parse = parse
        self._sentence = {place: number for number, span in enumerate(parse.sentences) for place in span}
        self._antecedents: dict[int, Name | None] = {}
        self._relatives: dict[int, Name | None] = {}
        self._supposed: dict[int, Name] = {}
        """Relatives who are names only if a fact tells of them."""
        self._family_end = first_unrelated_person(parse, names) if names.may_omit_speaker else 0
        """The word from which on a role may be one to somebody other than the speaker."""

    def doers(self, head: int) -> list[Name]:
        """The names that a subject stands for: no dates."""
        name = self.antecedent(head) or self.relative(head)
        return [name] if name is not None else self.names.doers(head)

    def arguments(self, head: int, anchor: Name | None) -> list[Name]:
        """The names that an argument and its conjuncts stand for."""
        name = self.antecedent(head)
        return [name] if name is not None else self.names.arguments(head, anchor)

    def made(self, head: int, anchor: Name) -> list[Name]:
        """The thing that an action noun is about, where the noun is too vague itself: X of Xの開発に携わる."""
        noun = self._parse.words[head]
        if not noun.tag.startswith(_ACT_TAG) or self.names.at(head) is not None or self.names.common(head) is not None:
            return []
        owner = next(possessors(self._parse, noun), None)
        things = [] if owner is None else self.names.arguments(owner.place, anchor)
        return [thing for thing in things if thing.type in _MADE]

    def relative(self, place: int) -> Name | None:
        """The relative or colleague of the speaker whom a word means by their role (父は…, うちの妻は…).

        None where it is a role to somebody else, a former one, or one that several people may have (友人は…).
        """
        if place not in self._relatives:
            self._relatives[place] = self._relative(place) if place < self._family_end else None
        self._supposed.pop(place, None)
        return self._relatives[place]

    def supposed_relative(self, place: int) -> Name | None:
        """The same for an end that may come to nothing: 妻 of 「妻の美咲は医者です」 is nobody beside her."""
        is_new = place not in self._relatives
        name = self.relative(place)
        if name is not None and is_new:
            self._supposed[place] = name
        return name

    def without_related(self, related: Collection[Name]) -> list[Name]:
        """Takes back the supposed relatives who are no end of a relation, and gives them."""
        dropped = [name for name in self._supposed.values() if all(name is not other for other in related)]
        for name in dropped:
            self.names.drop(name)
        return dropped

    def _relative(self, place: int) -> Name | None:
        parse, names = self._parse, self.names
        sentence = parse.sentence_of(place)
        role = role_of(parse, parse.words[place])
        called = role is not None and role.text in japanese_callings() and names.at(place) is None
        if role is None or not called or asks(parse, sentence) or parse.is_quoted(role):
            return None
        before = parse.words[role.place - 1] if role.place else None
        compound = before is not None and before.end == role.start and (before.is_noun or before.label == "compound")
        if compound or was_before(parse, role.place, sentence) or self._may_be_theirs(role.place, sentence):
            return None
        if not is_speaker_role(parse, role, names):
            return None
        name = names.framed((role.place, role.place), EntityType.PERSON, topic=True)
        if name is not None:
            name.named = True
            name.reasons.append(RELATIVE)
        return name

    def _may_be_theirs(self, role: int, sentence: range) -> bool:
        """Whether a person mentioned before may be the one whose spouse, child or relative this is."""
        words = self._parse.words
        people = (word for word in words[:role] if is_personal(word.text))
        before = [word for word in people if words[word.place + 1].text in SUBJECT_PARTICLES]
        near = (word for word in before if word.place in sentence)
        return (bool(before) and words[role].text in _FAMILY_OF_ONE) or any(
            word.text not in japanese_callings() for word in near
        )

    def antecedent(self, place: int) -> Name | None:
        """The name before this word that it refers to; None for a word that is no anaphor, or an ambiguous one."""
        if place not in self._antecedents:
            kind = self._anaphor_type(place)
            self._antecedents[place] = None if kind is None else self._antecedent(place, kind)
        return self._antecedents[place]

    def _anaphor_type(self, place: int) -> EntityType | None:
        """The type of an anaphor's antecedent: by the pronoun (彼), or by the noun behind この or 同 (この店)."""
        word = self._parse.words[place]
        if self.names.at(place) is not None:
            return None
        kind = _ANAPHORS.get(word.text)
        before = self._parse.words[place - 1] if place else None
        if kind is not None and word.text != "氏":
            return kind
        if before is None or before.text not in _DEMONSTRATIVES:
            return None
        tail = tail_type(word.text)
        kind = _ANAPHORS.get(before.text + word.text) or (tail[0] if tail is not None else None)
        return None if kind in _VAGUE_TYPES else kind

    def _antecedent(self, place: int, kind: EntityType) -> Name | None:
        """The only name of the type in the nearest sentence that has any; of several, the topic."""
        here = self._sentence.get(place, 0)
        earlier = [name for name in self.names.names if name.last < place and name.type is kind and name.named]
        for number in range(here, max(-1, here - _SENTENCE_WINDOW), -1):
            near = [name for name in earlier if self._sentence.get(name.first) == number]
            if near:
                return _only(near) or _only(name for name in near if "topic" in name.reasons)
        return None


def _only(names: Iterable[Name]) -> Name | None:
    """The last of the names when all are spelled alike, None otherwise."""
    candidates = list(names)
    return candidates[-1] if candidates and len({name.name for name in candidates}) == 1 else None

"""Whom a pronoun or a noun such as "the company" means, by rules that rather say nothing than guess.

Everything is told from the names before it in the same text. A person's gender is known by evidence alone: a title
("Ms. Lee"), a noun said of the person ("his wife Julia"), or a pronoun that could mean nobody else.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from extraction.lang.en.lexicon import FEMALE, KINDS, MALE, VAGUE_NOUNS
from extraction.lang.en.names.names import Name
from extraction.lang.en.names.selves import USER
from extraction.names.speakers import SPEAKER
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_HE = frozenset(("he", "him", "his", "himself"))
_SHE = frozenset(("she", "her", "hers", "herself"))
_IT = frozenset(("it", "its", "itself"))
_THEY = frozenset(("they", "them", "their", "theirs", "themselves"))
PRONOUNS = _HE | _SHE | _IT | _THEY
_SUBJECTS = ("nsubj", "nsubjpass")
_NEAR = 2
"""Sentences back in which the subject is what a pronoun most likely means."""
_NOUNS = ("NOUN", "PROPN")
_SOMEBODY = ("nsubj", "nsubjpass", "dobj", "pobj", "dative", "conj", "appos")
_GROUPS = frozenset(("family", "couple", "partner", "startup", "everyone"))
_CALLED = ("npadvmod", "intj", "vocative", "ROOT", "dep")
_OTHER = (EntityType.PERSON, EntityType.TIME_UNIT)

Meant = tuple[tuple[int, ...], tuple[str, ...]]
NOBODY: Meant = ((), ())


@dataclass(slots=True)
class Referents:
    """Looks up what words refer to among the names of one document, which may grow while it is read.

    `is_told` says that the speaker is spoken of by others ("the user"), so that a pronoun may mean them as well.
    """

    doc: "Doc"
    names: list[Name]
    owners: dict[int, int]
    is_told: bool = False
    _genders: dict[str, str] = field(default_factory=dict[str, str])
    _sentences: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self._sentences = [number for number, sentence in enumerate(self.doc.sents) for _ in range(len(sentence))]
        for name in self.names:
            gender = self._told_gender(name)
            if gender:
                self._genders.setdefault(name.name, gender)

    def pronoun(self, token: "Token", speaker: int | None) -> Meant:
        """The names a pronoun of the third person means, and the reasons that lower the confidence; none if open."""
        word = token.lower_
        if word in _IT:
            return self._thing(token)
        if word in _THEY:
            return self._several(token, speaker)
        gender = "she" if word in _SHE else "he"
        before = [
            index
            for index in self._before(token, lambda name: name.type is EntityType.PERSON and not self._is_called(name))
            if index != speaker and self._genders.get(self.names[index].name, gender) == gender
        ]
        if not before:
            return self._user(token, speaker)
        told = [index for index in before if self.names[index].name in self._genders]
        found = self._latest(token, told or before)
        if found[0] and len({self.names[index].name for index in before}) == 1:
            self._genders.setdefault(self.names[found[0][0]].name, gender)
        return (found[0], ("pronoun", *found[1])) if found[0] else NOBODY

    def noun(self, token: "Token") -> Meant:
        """The name that "the company" or "this film" means: the one of that kind, of several the last subject."""
        kind = KINDS.get(token.lemma_.lower())
        children = list(token.children)
        if token.tag_ != "NN" or kind is None or kind is EntityType.CONCEPT or len(children) != 1:
            return NOBODY
        if children[0].lower_ not in ("the", "this", "that"):
            return NOBODY
        before = self._before(token, lambda name: name.type is kind and name.name[:1].isupper())
        found = self._latest(token, before)
        return (found[0], ("definite noun", *found[1])) if found[0] else NOBODY

    def _before(self, token: "Token", fits: Callable[[Name], bool]) -> list[int]:
        """The fitting names before a word, but for those that its own verb or phrase already has."""
        return [
            index
            for index, name in sorted(enumerate(self.names), key=lambda pair: pair[1].start)
            if name.end <= token.i and fits(name) and not self._is_beside(token, name)
        ]

    def _is_beside(self, token: "Token", name: Name) -> bool:
        """Whether name and pronoun are two parts of one verb: "Tom saw him" is not about one Tom."""
        if token.dep_ == "poss" or token.text.lower().endswith("self"):
            return False
        root = self.doc[name.start : name.end].root
        return _verb(root) == _verb(token)

    def _latest(self, token: "Token", before: Sequence[int]) -> Meant:
        """The only name there is, else the only subject of the nearest sentence that has one."""
        if len({self.names[index].name for index in before}) == 1:
            return (before[-1],), ()
        here = self._sentences[token.i]
        for sentence in range(here, max(-1, here - _NEAR - 1), -1):
            leading = [index for index in before if self._sentence(index) == sentence and self._leads(index)]
            if len({self.names[index].name for index in leading}) == 1:
                return (leading[-1],), ("several candidates",)
            if leading:
                return NOBODY
        return NOBODY

    def _thing(self, token: "Token") -> Meant:
        """What "it" means: the subject of the sentence before if no person, else what the text begins with."""
        if _is_empty(token):
            return NOBODY
        before = self._before(token, lambda name: name.type not in _OTHER)
        leading = [index for index in before if self._leads(index)]
        near = [index for index in leading if self._sentences[token.i] - self._sentence(index) <= 1]
        for chosen in (near[-1:], leading[:1]):
            if chosen and _may_be(token, self.names[chosen[0]]):
                several = len({self.names[index].name for index in leading}) > 1
                return tuple(chosen), ("pronoun", "several candidates") if several else ("pronoun",)
        return NOBODY

    def _several(self, token: "Token", speaker: int | None) -> Meant:
        """What "they" means: the joined persons, or else the organisation, that were a subject last."""
        here = self._sentences[token.i]
        strong = (EntityType.PERSON, EntityType.ORGANIZATION)
        before = self._before(token, lambda name: name.type in strong)
        for sentence in range(here, max(-1, here - _NEAR - 1), -1):
            there = [index for index in before if self._sentence(index) == sentence and index != speaker]
            for group in self._groups(there):
                return tuple(group), ("pronoun",)
            firms = [index for index in there if self.names[index].type is EntityType.ORGANIZATION]
            leading = [index for index in firms if self._leads(index)]
            if len({self.names[index].name for index in leading}) == 1:
                return (leading[-1],), ("pronoun", "several candidates") if len(there) > 1 else ("pronoun",)
        return self._user(token, speaker)

    def _user(self, token: "Token", speaker: int | None) -> Meant:
        """The user who is told of, where a pronoun can mean nobody else."""
        if speaker is None or not self.is_told or self._may_be_another(token):
            return NOBODY
        return (speaker,), ("pronoun",)

    def _may_be_another(self, token: "Token") -> bool:
        """Whether another name, or a noun that may be somebody, stands before a pronoun."""
        many = token.lower_ in _THEY
        kinds = (EntityType.PERSON, EntityType.ORGANIZATION) if many and token.dep_ != "poss" else (EntityType.PERSON,)
        others = (name for name in self.names if name.end <= token.i and name.reasons[0] != SPEAKER)
        if any(name.type in kinds for name in others):
            return True
        nouns = [one for one in self.doc[: token.i] if one.pos_ in _NOUNS and one.tag_ != "NNP"]
        if many:
            return any(one.tag_ in ("NNS", "NNPS") or one.dep_ == "conj" or _is_group(one) for one in nouns)
        return any(one.dep_ in _SOMEBODY for one in nouns if one.lower_ != USER)

    def _groups(self, there: Sequence[int]) -> Iterator[list[int]]:
        """The persons joined under one subject."""
        for index in there:
            root = self._root(index)
            if root.dep_ not in _SUBJECTS or self.names[index].type is not EntityType.PERSON:
                continue
            group = [index, *(other for other in there if other != index and _joined_to(self._root(other), root))]
            if len(group) > 1 and all(self.names[one].type is EntityType.PERSON for one in group):
                yield group

    def _root(self, index: int) -> "Token":
        return self.doc[self.names[index].start : self.names[index].end].root

    def _sentence(self, index: int) -> int:
        return self._sentences[self.names[index].start]

    def _leads(self, index: int) -> bool:
        root = self._root(index)
        return (root.head if root.dep_ == "appos" else root).dep_ in _SUBJECTS

    def _is_called(self, name: Name) -> bool:
        """Whether the name only addresses somebody ("Hey Joanna!")."""
        root = self.doc[name.start : name.end].root
        return root.dep_ in _CALLED or root.head.tag_ == "UH"

    def _told_gender(self, name: Name) -> str:
        """By a title before the name, a noun beside it, or what it is said to be."""
        if name.type is not EntityType.PERSON:
            return ""
        root = self.doc[name.start : name.end].root
        words = [self.doc[name.start].lower_, *(child.lower_ for child in root.children if child.i < name.start)]
        if root.dep_ == "appos":
            words.append(root.head.lower_)
        words += [child.lower_ for child in root.children if child.dep_ == "appos"]
        if root.dep_ in _SUBJECTS:
            words += [child.lower_ for child in root.head.children if child.dep_ == "attr"]
        told = {gender for word in words for gender in _gender(word)}
        return told.pop() if len(told) == 1 else ""


def _is_group(token: "Token") -> bool:
    """Whether "they" may be what a noun names: a firm, a family, or somebody."""
    word = token.lemma_.lower()
    return word in _GROUPS or KINDS.get(word) in (EntityType.PERSON, EntityType.ORGANIZATION) or bool(_gender(word))


def _gender(word: str) -> tuple[str, ...]:
    bare = word.rstrip(".")
    return ("he",) if bare in MALE else ("she",) if bare in FEMALE else ()


def _verb(token: "Token") -> "Token":
    at = token.head
    while at.pos_ not in ("VERB", "AUX") and at.head != at:
        at = at.head
    return at


def _joined_to(token: "Token", first: "Token") -> bool:
    at = token
    while at.dep_ == "conj" and at != first:
        at = at.head
    return at == first


def _is_empty(token: "Token") -> bool:
    """Whether "it" stands for nothing: "it is time to go", "it seems that", "it rained"."""
    if token.dep_ not in (*_SUBJECTS, "poss"):
        return True
    if token.dep_ == "poss":
        return False
    return any(
        child.dep_ in ("ccomp", "csubj", "expl") or (child.dep_ == "attr" and child.lemma_ in VAGUE_NOUNS)
        for child in token.head.children
    )


def _may_be(token: "Token", name: Name) -> bool:
    """Whether "it is a hotel" can be said of the name: what it is said to be is of the name's type."""
    if token.dep_ == "poss":
        return True
    said = [KINDS.get(child.lemma_) for child in token.head.children if child.dep_ == "attr"]
    return not said or said[0] in (None, EntityType.CONCEPT, name.type)

"""Coreference: whom a pronoun or a noun such as "the company" refers to, by rules that prefer no answer to a guess.

Antecedents are the names before it in the same text. A person's gender is known by evidence alone: a title ("Ms. Lee"),
a noun said of the person ("his wife Julia"), or a pronoun with a single possible antecedent.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from extraction.lang.en.names.names import Name
from extraction.lang.en.names.speaker import USER
from extraction.lang.en.word_lists import FEMALE, KINDS, MALE, VAGUE_NOUNS
from extraction.names.speakers import SPEAKER
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_HE = frozenset(("he", "him", "his", "himself"))
_SHE = frozenset(("she", "her", "hers", "herself"))
_IT = frozenset(("it", "its", "itself"))
_THEY = frozenset(("they", "them", "their", "theirs", "themselves"))
PRONOUNS = _HE | _SHE | _IT | _THEY
_SUBJECT_LABELS = ("nsubj", "nsubjpass")
_SENTENCES_BACK = 2
"""Sentences back in which the subject is the most likely antecedent."""
_NOUN_PARTS = ("NOUN", "PROPN")
_ARGUMENT_LABELS = ("nsubj", "nsubjpass", "dobj", "pobj", "dative", "conj", "appos")
_GROUP_NOUNS = frozenset(("family", "couple", "partner", "startup", "everyone"))
_VOCATIVE_LABELS = ("npadvmod", "intj", "vocative", "ROOT", "dep")
_NEVER_IT = (EntityType.PERSON, EntityType.TIME_UNIT)
_THEY_TYPES = (EntityType.PERSON, EntityType.ORGANIZATION)

Antecedents = tuple[tuple[int, ...], tuple[str, ...]]
"""The indexes of the names that a word refers to, and the reasons that lower the confidence."""
UNRESOLVED: Antecedents = ((), ())


@dataclass(slots=True)
class Coreference:
    """Resolves words against the names of one document, which may grow while it is read.

    `is_third_person`: the text speaks of the speaker as "the user", so that a pronoun may refer to them, too.
    """

    doc: "Doc"
    names: list[Name]
    is_third_person: bool = False
    _genders: dict[str, str] = field(default_factory=dict[str, str])
    _sentences: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self._sentences = [number for number, sentence in enumerate(self.doc.sents) for _ in range(len(sentence))]
        for name in self.names:
            gender = self._gender_by_context(name)
            if gender:
                self._genders.setdefault(name.name, gender)

    def pronoun(self, token: "Token", speaker: int | None) -> Antecedents:
        """The antecedents of a pronoun of the third person; none where they stay open."""
        word = token.lower_
        if word in _IT:
            return self._resolve_it(token)
        if word in _THEY:
            return self._resolve_they(token, speaker)
        gender = "she" if word in _SHE else "he"
        people = self._candidates(token, lambda name: name.type is EntityType.PERSON and not self._is_vocative(name))
        candidates = [
            index
            for index in people
            if index != speaker and self._genders.get(self.names[index].name, gender) == gender
        ]
        if not candidates:
            return self._resolve_to_user(token, speaker)
        of_known_gender = [index for index in candidates if self.names[index].name in self._genders]
        antecedents, reasons = self._latest(token, of_known_gender or candidates)
        if not antecedents:
            return UNRESOLVED
        if self._is_one_name(candidates):
            self._genders.setdefault(self.names[antecedents[0]].name, gender)
        return antecedents, ("pronoun", *reasons)

    def noun(self, token: "Token") -> Antecedents:
        """The name that "the company" or "this film" refers to: the one of that type, of several the last subject."""
        type_ = KINDS.get(token.lemma_.lower())
        children = list(token.children)
        if token.tag_ != "NN" or type_ is None or type_ is EntityType.CONCEPT or len(children) != 1:
            return UNRESOLVED
        if children[0].lower_ not in ("the", "this", "that"):
            return UNRESOLVED
        candidates = self._candidates(token, lambda name: name.type is type_ and name.name[:1].isupper())
        antecedents, reasons = self._latest(token, candidates)
        return (antecedents, ("definite noun", *reasons)) if antecedents else UNRESOLVED

    def _candidates(self, token: "Token", fits: Callable[[Name], bool]) -> list[int]:
        """The fitting names before a word, without those that are arguments of its own verb."""
        return [
            index
            for index, name in sorted(enumerate(self.names), key=lambda pair: pair[1].start)
            if name.end <= token.i and fits(name) and not self._is_argument_beside(token, name)
        ]

    def _is_argument_beside(self, token: "Token", name: Name) -> bool:
        """Whether name and pronoun are two arguments of one verb: in "Tom saw him", "him" is not Tom."""
        if token.dep_ == "poss" or token.text.lower().endswith("self"):
            return False
        root = self.doc[name.start : name.end].root
        return _verb_above(root) == _verb_above(token)

    def _latest(self, token: "Token", candidates: Sequence[int]) -> Antecedents:
        """The only name among the candidates, else the only subject of the nearest sentence that has one."""
        if self._is_one_name(candidates):
            return (candidates[-1],), ()
        for sentence in self._sentences_before(token):
            subjects = [index for index in candidates if self._sentence(index) == sentence and self._is_subject(index)]
            if self._is_one_name(subjects):
                return (subjects[-1],), ("several candidates",)
            if subjects:
                return UNRESOLVED
        return UNRESOLVED

    def _resolve_it(self, token: "Token") -> Antecedents:
        """The subject of this sentence or the one before if no person, else the first subject of the text."""
        if _is_expletive(token):
            return UNRESOLVED
        candidates = self._candidates(token, lambda name: name.type not in _NEVER_IT)
        subjects = [index for index in candidates if self._is_subject(index)]
        near = [index for index in subjects if self._sentences[token.i] - self._sentence(index) <= 1]
        for antecedents in (near[-1:], subjects[:1]):
            if antecedents and _agrees_with_type(token, self.names[antecedents[0]]):
                return tuple(antecedents), ("pronoun",) if self._is_one_name(subjects) else (
                    "pronoun",
                    "several candidates",
                )
        return UNRESOLVED

    def _resolve_they(self, token: "Token", speaker: int | None) -> Antecedents:
        """The coordinated persons, or else the organisation, that were a subject last."""
        candidates = self._candidates(token, lambda name: name.type in _THEY_TYPES)
        for sentence in self._sentences_before(token):
            here = [index for index in candidates if self._sentence(index) == sentence and index != speaker]
            for group in self._coordinated_persons(here):
                return tuple(group), ("pronoun",)
            organizations = [index for index in here if self.names[index].type is EntityType.ORGANIZATION]
            subjects = [index for index in organizations if self._is_subject(index)]
            if self._is_one_name(subjects):
                return (subjects[-1],), ("pronoun", "several candidates") if len(here) > 1 else ("pronoun",)
        return self._resolve_to_user(token, speaker)

    def _resolve_to_user(self, token: "Token", speaker: int | None) -> Antecedents:
        """The user of a memo, where a pronoun has no other possible antecedent."""
        if speaker is None or not self.is_third_person or self._may_be_another(token):
            return UNRESOLVED
        return (speaker,), ("pronoun",)

    def _may_be_another(self, token: "Token") -> bool:
        """Whether another name, or a noun that may be somebody, stands before a pronoun."""
        is_they = token.lower_ in _THEY
        types = _THEY_TYPES if is_they and token.dep_ != "poss" else (EntityType.PERSON,)
        others = (name for name in self.names if name.end <= token.i and name.reasons[0] != SPEAKER)
        if any(name.type in types for name in others):
            return True
        nouns = [noun for noun in self.doc[: token.i] if noun.pos_ in _NOUN_PARTS and noun.tag_ != "NNP"]
        if is_they:
            return any(noun.tag_ in ("NNS", "NNPS") or noun.dep_ == "conj" or _is_group(noun) for noun in nouns)
        return any(noun.dep_ in _ARGUMENT_LABELS for noun in nouns if noun.lower_ != USER)

    def _coordinated_persons(self, indexes: Sequence[int]) -> Iterator[list[int]]:
        """The persons joined as one subject: "Tom and Anna"."""
        for index in indexes:
            root = self._root(index)
            if root.dep_ not in _SUBJECT_LABELS or self.names[index].type is not EntityType.PERSON:
                continue
            others = (other for other in indexes if other != index and _is_coordinated(self._root(other), root))
            group = [index, *others]
            if len(group) > 1 and all(self.names[member].type is EntityType.PERSON for member in group):
                yield group

    def _is_one_name(self, indexes: Sequence[int]) -> bool:
        return len({self.names[index].name for index in indexes}) == 1

    def _root(self, index: int) -> "Token":
        return self.doc[self.names[index].start : self.names[index].end].root

    def _sentence(self, index: int) -> int:
        return self._sentences[self.names[index].start]

    def _sentences_before(self, token: "Token") -> range:
        """The word's sentence and those near before it, nearest first."""
        here = self._sentences[token.i]
        return range(here, max(-1, here - _SENTENCES_BACK - 1), -1)

    def _is_subject(self, index: int) -> bool:
        root = self._root(index)
        return (root.head if root.dep_ == "appos" else root).dep_ in _SUBJECT_LABELS

    def _is_vocative(self, name: Name) -> bool:
        """Whether the name only addresses somebody: "Hey Joanna!"; "Joanna:" is who speaks."""
        root = self.doc[name.start : name.end].root
        if name.end < len(self.doc) and self.doc[name.end].text == ":":
            return False
        return root.dep_ in _VOCATIVE_LABELS or root.head.tag_ == "UH"

    def _gender_by_context(self, name: Name) -> str:
        """By a title before the name, a noun beside it, or a predicate noun."""
        if name.type is not EntityType.PERSON:
            return ""
        root = self.doc[name.start : name.end].root
        words = [self.doc[name.start].lower_, *(child.lower_ for child in root.children if child.i < name.start)]
        if root.dep_ == "appos":
            words.append(root.head.lower_)
        words += [child.lower_ for child in root.children if child.dep_ == "appos"]
        if root.dep_ in _SUBJECT_LABELS:
            words += [child.lower_ for child in root.head.children if child.dep_ == "attr"]
        genders = {_gender(word) for word in words} - {""}
        return genders.pop() if len(genders) == 1 else ""


def _is_group(token: "Token") -> bool:
    """Whether "they" may refer to a singular noun: a firm, a family, or somebody."""
    word = token.lemma_.lower()
    return word in _GROUP_NOUNS or KINDS.get(word) in _THEY_TYPES or bool(_gender(word))


def _gender(word: str) -> str:
    bare = word.rstrip(".")
    return "he" if bare in MALE else "she" if bare in FEMALE else ""


def _verb_above(token: "Token") -> "Token":
    above = token.head
    while above.pos_ not in ("VERB", "AUX") and above.head != above:
        above = above.head
    return above


def _is_coordinated(token: "Token", first: "Token") -> bool:
    while token.dep_ == "conj" and token != first:
        token = token.head
    return token == first


def _is_expletive(token: "Token") -> bool:
    """Whether "it" refers to nothing: "it is time to go", "it seems that", "it rained"."""
    if token.dep_ not in (*_SUBJECT_LABELS, "poss"):
        return True
    if token.dep_ == "poss":
        return False
    return any(
        (child.dep_ in ("ccomp", "csubj", "expl") and child.i > token.i)
        or (child.dep_ == "attr" and child.lemma_ in VAGUE_NOUNS)
        for child in token.head.children
    )


def _agrees_with_type(token: "Token", name: Name) -> bool:
    """Whether "it is a hotel" can be said of the name: the predicate noun is of the name's type, or of none."""
    if token.dep_ == "poss":
        return True
    types = [KINDS.get(child.lemma_) for child in token.head.children if child.dep_ == "attr"]
    return not types or types[0] in (None, EntityType.CONCEPT, name.type)

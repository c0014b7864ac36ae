"""Whom a word means: a name that stands there, the speaker or who is something to them, whom 彼 or 同社 points at."""

from collections.abc import Iterable

from extraction.lang.ja.facts.kin import LEADING, RELATIVE, first_stranger, is_own_role, role_of
from extraction.lang.ja.facts.relations import is_personal
from extraction.lang.ja.modality.predicate_suffixes import asks
from extraction.lang.ja.modality.tense import was_before
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import tail_type, words_of
from extraction.names.kinship import japanese_callings
from graph.model.types import EntityType

PEOPLE = frozenset(words_of("彼 彼女 かれ かのじょ 彼ら 彼女ら 同氏 氏 同人 この人 その人 あの人"))
"""Words that mean somebody who was named before."""
_POINTERS: dict[str, EntityType] = {
    **dict.fromkeys(PEOPLE - {"彼ら", "彼女ら"}, EntityType.PERSON),
    **dict.fromkeys(
        words_of(
            "同社 当社 弊社 同行 同校 同大学 同大 同団体 同局 同庁 同省 同党 同組織 同店 同研究所 同チーム 同グループ"
        ),
        EntityType.ORGANIZATION,
    ),
    **dict.fromkeys(words_of("そこ ここ 同地 同市 同国 同県 同町 同村 同島 同駅"), EntityType.LOCATION),
}
_THIS = frozenset(("この", "その", "同", "当", "本"))
_VAGUE = frozenset((EntityType.CONCEPT, EntityType.TIME_UNIT))
_SENTENCES = 3
"""How many sentences a pointing word reaches back."""

_FOUNDED = frozenset(
    words_of("妻 奥さん 奥様 嫁 嫁さん お嫁さん 家内 女房 夫 旦那 息子 娘 長男 次男 三男 長女 次女 三女")
)
"""Whom a brother or a friend who was spoken of before may have as well."""

COREFERENCE = 0.7
"""What a pointing word takes off a statement's confidence; set by hand, between a gap and a particle."""


class Referents:
    """The names of one text by word, pointing words included. Adds to a `Lookup` and never changes it."""

    def __init__(self, parse: Parse, names: Lookup) -> None:
        self.names = names
        self._parse = parse
        self._sentence = {place: number for number, span in enumerate(parse.sentences) for place in span}
        self._found: dict[int, Name | None] = {}
        self._relatives: dict[int, Name | None] = {}
        self._own_until = first_stranger(parse, names) if names.is_spoken else 0

    def doers(self, head: int) -> list[Name]:
        """The names that a subject stands for: no dates."""
        found = self.pointed(head) or self.relative(head)
        return [found] if found is not None else self.names.doers(head)

    def arguments(self, head: int, anchor: Name | None) -> list[Name]:
        """The names that an argument and its parallels stand for."""
        found = self.pointed(head)
        return [found] if found is not None else self.names.arguments(head, anchor)

    def relative(self, place: int) -> Name | None:
        """Whom a word calls by what they are to the speaker (父は…, うちの妻は…).

        None where it is a role to somebody else, one that is over, or one that several may have (友人は…).
        """
        if place not in self._relatives:
            self._relatives[place] = self._relative(place) if place < self._own_until else None
        return self._relatives[place]

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
        own = is_own_role(parse, role, names)
        found = names.framed((role.place, role.place), EntityType.PERSON, topic=True) if own else None
        if found is None:
            return None
        found.named = True
        found.reasons.append(RELATIVE)
        return found

    def _may_be_theirs(self, role: int, sentence: range) -> bool:
        """Whether somebody was spoken of before whose wife or child this may be, or whose relative in this sentence."""
        words = self._parse.words
        before = [word for word in words[:role] if is_personal(word.text) and words[word.place + 1].text in LEADING]
        near = (word for word in before if word.place in sentence)
        return (bool(before) and words[role].text in _FOUNDED) or any(
            word.text not in japanese_callings() for word in near
        )

    def pointed(self, place: int) -> Name | None:
        """The name before this word that it points at; None when it points at nothing, or may point at several."""
        if place not in self._found:
            kind = self._kind(place)
            self._found[place] = None if kind is None else self._antecedent(place, kind)
        return self._found[place]

    def _kind(self, place: int) -> EntityType | None:
        word = self._parse.words[place]
        if self.names.at(place) is not None:
            return None
        kind = _POINTERS.get(word.text)
        before = self._parse.words[place - 1] if place else None
        if kind is not None and word.text not in ("氏",):
            return kind
        if before is None or before.text not in _THIS:
            return None
        joined = _POINTERS.get(before.text + word.text)
        tail = tail_type(word.text)
        pointed = joined or (tail[0] if tail is not None else None)
        return None if pointed in _VAGUE else pointed

    def _antecedent(self, place: int, kind: EntityType) -> Name | None:
        """The only name of the kind in the nearest sentence that has one; of several, the one that is the topic."""
        here = self._sentence.get(place, 0)
        earlier = [name for name in self.names.names if name.last < place and name.type is kind and name.named]
        for number in range(here, max(-1, here - _SENTENCES), -1):
            near = [name for name in earlier if self._sentence.get(name.first) == number]
            if near:
                return _only(near) or _only(name for name in near if "topic" in name.reasons)
        return None


def _only(names: Iterable[Name]) -> Name | None:
    """The last of the names when all are spelled alike, None otherwise."""
    several = list(names)
    return several[-1] if several and len({name.name for name in several}) == 1 else None

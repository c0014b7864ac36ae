"""Who works together, though the group has no name: 田中さんと同じプロジェクトにいる, AとBは同じ職場だ."""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from extraction.lang.ja.facts.drafts import StatementDraft, nominal_draft
from extraction.lang.ja.modality.predicate_suffixes import asks, tail_of
from extraction.lang.ja.modality.stating import polarity_and_modality
from extraction.lang.ja.modality.tense import has_lasted, is_former
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.words import Parse, Word
from extraction.names.speakers import UNSAID
from extraction.text.lexicon import lexicon
from graph.model.types import EntityType, Modality, RelationType, tells

_GROUPS: Final = lexicon("extraction.lang.ja", "relations").words("work_group")
"""Groups whose members work together."""
_SAME: Final = ("同じ", "同一")
_BEHIND: Final = re.compile(
    r"(?:内|の中)?(?:に|で|の(?:メンバー|一員|仲間|同僚|人|人間|所属|担当)|だ|です|である|[。、！!\s]|$)"
)
_WORKED_ON: Final = re.compile(r"を(?:一緒に|共同で)?(?:担当|進め|手伝|やっ|手掛け|手がけ|推進|受け持|開発)")
_PRECISION: Final = 0.8
"""How often two of one group work together; set by hand."""


def same_group_statements(parse: Parse, sentence: range, referents: Referents) -> Iterator[StatementDraft]:
    """A colleague statement for each two people of a sentence that says they are of the same group.

    Where one of them is named, the other is the speaker, if the sentence may be about them.
    """
    for place in sentence[1:]:
        noun = parse.words[place]
        if noun.text in _GROUPS and parse.words[place - 1].text in _SAME and not asks(parse, sentence):
            yield from _of_group(parse, sentence, noun, referents)


def is_same_group(parse: Parse, name: Name) -> bool:
    """Whether a name is no more than the group that two share (同じプロジェクト): it tells which one of no other."""
    before, word = parse.words[name.first - 1] if name.first else None, parse.words[name.last]
    group = name.first == name.last and word.text in _GROUPS and UNSAID not in name.reasons
    return group and before is not None and before.text in _SAME


def _of_group(parse: Parse, sentence: range, noun: Word, referents: Referents) -> Iterator[StatementDraft]:
    behind = parse.text[noun.end : parse.words[sentence.stop - 1].end]
    beside = parse.text[: parse.words[noun.place - 1].start].endswith(("と", "とは"))
    if not _BEHIND.match(behind) and not (beside and behind.startswith("を")) and not _WORKED_ON.match(behind):
        return
    people = _people(sentence, noun, referents)
    above = parse.words[noun.head]
    predicate = above if above.part == "VERB" and above.place > noun.place else noun
    tail = tail_of(parse, predicate, sentence)
    polarity, modality = polarity_and_modality(parse, predicate, tail, sentence)
    # what is only heard is of somebody else
    is_of_speaker = len(people) == 1 and modality is not Modality.REPORTED
    speaker = referents.names.speaker(noun.place) if is_of_speaker else None
    people = people if speaker is None or speaker in people else [*people, speaker]
    kind = RelationType.COLLEAGUE if tells(modality) else RelationType.RELATES_TO
    former = is_former(parse, predicate.place, tail, sentence) or has_lasted(tail) or tail.startswith(("た", "まし"))
    for first, second in combinations(people, 2):
        draft = nominal_draft(
            first, second, f"同じ{noun.text}", kind, sentence, _PRECISION, "same group", polarity, modality, "同僚"
        )
        draft.past = former
        yield draft


def _people(sentence: range, noun: Word, referents: Referents) -> list[Name]:
    """The people before a group, the speaker and relatives by their role included."""
    people: list[Name] = []
    for place in range(sentence.start, noun.place - 1):
        names = referents.doers(place) if referents.names.at(place) is None else [referents.names.at(place)]
        for name in names:
            if name is not None and name.type is EntityType.PERSON and name.named and name not in people:
                people.append(name)
    return people

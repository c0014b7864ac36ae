"""Gapping: "健はコーヒー、花は紅茶が好きだ" tells of each what the last predicate says, and nothing between them.

The parse takes the first topic for the subject of all.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from extraction.lang.ja.facts.drafts import StatementDraft
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.words import Parse, Word
from graph.model.types import EntityType

_PARTICLES = ("が", "を", "に", "で", "も")


class _Part(NamedTuple):
    """One of several clauses set side by side: of whom it is, and the words behind は."""

    topic: Name
    rest: Sequence[Word]


def with_gaps_filled(
    parse: Parse, sentence: range, referents: Referents, drafts: list[StatementDraft]
) -> list[StatementDraft]:
    """The drafts, those of a sentence with gaps told of the right persons; all others as they are."""
    parts = _parts(parse, sentence, referents)
    if len(parts) < 2:
        return drafts
    *gapped, last = parts
    begins = last.rest[0].place
    of_sentence = [draft for draft in drafts if draft.sentence == sentence and draft.object.first >= begins]
    topics = [part.topic for part in parts]
    of_last = [draft for draft in of_sentence if any(draft.subject is topic for topic in topics)]
    if not of_last:
        return drafts
    values = [_value(part, referents.names) for part in gapped]
    if any(value is None for value in values):
        return drafts
    mixed = [
        draft for draft in drafts if draft.sentence == sentence and any(draft.subject is topic for topic in topics)
    ]
    kept = [draft for draft in drafts if not any(draft is other for other in mixed)]
    pairs = [(part.topic, value) for part, value in zip(gapped, values, strict=True) if value is not None]
    return [
        *kept,
        *(replace(draft, subject=last.topic) for draft in of_last),
        *(replace(of_last[0], subject=topic, object=value) for topic, value in pairs),
    ]


def _parts(parse: Parse, sentence: range, referents: Referents) -> list[_Part]:
    """The clauses of a sentence "XはA、YはB…": each with a person as its topic, none but the last with a predicate."""
    commas = [place for place in sentence if parse.words[place].text == "、"]
    clauses: list[tuple[Sequence[Word], Sequence[Word]]] = []
    for start, end in zip([sentence.start, *(place + 1 for place in commas)], [*commas, sentence.stop], strict=True):
        words = [parse.words[place] for place in range(start, end)]
        at = next((at for at, word in enumerate(words) if word.text == "は" and word.tag == "助詞-係助詞"), 0)
        if not at or not words[at + 1 :]:
            return []
        clauses.append((words[:at], words[at + 1 :]))
    *gapped, (_, last) = clauses
    is_gapped = bool(gapped) and all(word.is_noun or word.is_particle for _, rest in gapped for word in rest)
    if not is_gapped or all(word.is_noun for word in last[:-1]):
        return []
    # Who is looked up is taken for somebody whom the text names: only now.
    parts: list[_Part] = []
    for before, rest in clauses:
        place = before[-1].place
        topic = referents.relative(place) or referents.names.at(place) or referents.names.pronoun(place)
        if topic is None or topic.type is not EntityType.PERSON or topic.first > before[0].place:
            return []
        parts.append(_Part(topic, rest))
    return parts


def _value(part: _Part, names: Lookup) -> Name | None:
    """What stands where the predicate is left out: one noun phrase, a particle behind it or not."""
    words = part.rest[:-1] if part.rest[-1].text in _PARTICLES else part.rest
    if not words or any(word.is_particle for word in words):
        return None
    return names.at(words[-1].place) or names.common(words[-1].place)

"""Contradiction links: one memory denies or replaces what the other says."""

import re

from graph.insight.inference.succession import clashes
from graph.insight.link_features import DetectedLink, MemoryFeatures, Pair, named, shared
from graph.insight.linking.parallel import exclusion
from graph.insight.linking.replaced import People, replaced
from graph.model.types import EntityType, LinkKind

_ALIKE = 0.35
REPLACED = "sentence"
"""The subtype of a contradiction whose sentence takes the place of another."""
REPLACED_ALIKE = -0.6
"""Similarity of two memories of which a sentence of one may replace one of the other; their wording tells the rest."""
_MATTER = 0.25
_STATES = re.compile(
    r"\b(?:is|are|will|costs?|due|deadline|has|have|needs?|lives?|starts?|ends?|equals?|opens?|closes?|must)\b|"
    r"です|である|だ(?:。|$)|予定|締切|締め切り|期限|決ま|とする|になる|になりました|まで(?:。|$)",
    re.IGNORECASE,
)
"""What says how things stand: of what merely happened, another date or number is no contradiction."""
_CHANGING = re.compile(
    r"\d|曜|午[前後]|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun|to|yester)day|"
    r"january|february|march|april|may|june|july|august|september|october|november|december)\b"
)

_CHANGED = re.compile(
    r"([^\s、。「」をがはのと]{1,20})から([^\s、。]{1,20}?)[にへ](?:変更|変わ|延期|遅れ|前倒し|切り替|異動|移転|引っ越)|"
    r"\b(?:mov|chang|postpon|switch|reschedul|delay|renam|relocat)(?:e|ed|es|ing)?\b[^.;\n]{0,40}?"
    r"\bfrom ((?-i:(?:[A-Z0-9][\w-]*+,? ?){1,4})|[\w-]++ ?)to ((?-i:(?:[A-Z0-9][\w-]*+,? ?){1,4})|[\w-]++)",
    re.IGNORECASE,
)
"""What was, and what it was changed to. Words are taken whole (`*+`): a long one must not be parted in all ways."""


def contradiction(pair: Pair) -> DetectedLink | None:
    """From a memory to the earlier one that it contradicts.

    Evidence, in this order: a fact of the one denies or replaces a fact of the other; a sentence takes the place of
    another (`replaced`); the later says that what the
    earlier names was changed to something else; or the texts are built alike and differ in one place alone, where one
    denies the other, or gives another value where only one can be.
    """
    return _by_facts(pair) or _by_sentence(pair) or _by_change(pair) or _by_texts(pair)


def _by_facts(pair: Pair) -> DetectedLink | None:
    apart = [clash for clash in clashes((*pair.later.facts, *pair.earlier.facts)) if clash.confidence >= 0.3]
    if not apart:
        return None
    best = max(apart, key=lambda clash: clash.confidence)
    return DetectedLink(
        kind=LinkKind.CONTRADICTION, source=pair.later, target=pair.earlier, weight=best.confidence,
        confidence=best.confidence, reasons=tuple(dict.fromkeys(clash.reason for clash in apart))[:3],
        keywords=named(shared(pair)), evidence=len(apart), subtype="fact",
    )  # fmt: skip


def _by_sentence(pair: Pair) -> DetectedLink | None:
    """A sentence of the one takes the place of a sentence of the other, told at another time: that one is over."""
    later, earlier = pair.later, pair.earlier
    if pair.same_talk or later.effective_at <= earlier.effective_at or not _same_voice(pair):
        return None
    if not _same_matter(pair) and (pair.alike is None or pair.alike < REPLACED_ALIKE):
        return None
    sign = replaced(later.text, earlier.text, _people(later), _people(earlier))
    if sign is None:
        return None
    return DetectedLink(
        kind=LinkKind.CONTRADICTION, source=later, target=earlier, weight=sign.sure, confidence=sign.sure,
        reasons=(sign.reason,), keywords=named(shared(pair)), over=(sign.start, sign.end),
        by=(sign.by_start, sign.by_end), subtype=REPLACED,
    )  # fmt: skip


def _people(memory: MemoryFeatures) -> People:
    people = (named for named in memory.names if named.type is EntityType.PERSON)
    return {start: (named.id, named.name) for named in people for start in named.starts}


def _same_voice(pair: Pair) -> bool:
    """Whether one speaks in both: another's "my password" is another one."""
    return pair.later.speaker == pair.earlier.speaker


def _by_change(pair: Pair) -> DetectedLink | None:
    common = [item for item in shared(pair) if item.strength >= _MATTER]
    before = pair.earlier.text.lower()
    for change in _CHANGED.finditer(pair.later.text) if common else ():
        old, new = (next(part for part in parts if part) for parts in (change.group(1, 3), change.group(2, 4)))
        old, new = old.lower().strip(), new.lower().strip()
        # That both name what was left behind does not yet say that it was the same that left it.
        of_it = [item for item in common if item.later.name.lower() not in old and old not in item.later.name.lower()]
        if of_it and old in before and new not in before:
            return DetectedLink(
                kind=LinkKind.CONTRADICTION, source=pair.later, target=pair.earlier, weight=0.8,
                confidence=round(min(0.95, 0.65 + 0.3 * of_it[0].strength), 4), reasons=("it says what changed",),
                keywords=named(of_it), subtype="change",
            )  # fmt: skip
    return None


def _by_texts(pair: Pair) -> DetectedLink | None:
    if pair.alike is None or pair.alike < _ALIKE or pair.same_talk:
        return None
    sign = exclusion(pair.later.text, pair.earlier.text) if _same_matter(pair) else None
    if sign is None:
        return None
    sure, reason = sign
    if _CHANGING.search(reason) and not (_STATES.search(pair.later.text) and _STATES.search(pair.earlier.text)):
        return None
    return DetectedLink(
        kind=LinkKind.CONTRADICTION, source=pair.later, target=pair.earlier, weight=sure, confidence=sure,
        reasons=(reason,), keywords=named(shared(pair)), subtype="wording",
    )  # fmt: skip


def _same_matter(pair: Pair) -> bool:
    """Whether both speak of the same thing: a name in common, the same project or session, or the same speaker."""
    later, earlier = pair.later, pair.earlier
    names = {name.id for name in later.names} & {name.id for name in earlier.names}
    place = (later.project and later.project == earlier.project) or (
        later.session_id and later.session_id == earlier.session_id
    )
    return bool(names or place or (later.speaker and later.speaker == earlier.speaker))

"""Tasks that a later sentence says are done: after "TODO: renew the key." comes "The key was renewed", or 済んだ.

A task is what is to be done, by its verb, and to what, by its words of content. It is done where a later sentence tells
that the same was done to as good as all of that, and by nobody else than who had to do it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from graph.insight.linking.parallel import FUNCTION_WORDS, content

_SURE: Final = 0.7
_MISSING_MOST: Final = 4
"""Of so many words of a task one may be missing: of "write the guide for new users" none."""
_READ_MOST: Final = 4_000
_NAME: Final = r"(?-i:[A-Z])[\w'’-]*(?: (?-i:[A-Z])[\w'’-]*)?"
_MUST: Final = r"(?:must|(?:has|have|needs?) to|promised (?:\w+ )?to)"
_TASK: Final = re.compile(
    rf"^\W*(?:(?:to-?do|fixme)\b\W*|(?:action item|task|action)\s?:\s*|- \[ \] )"
    rf"(?:(?P<who>{_NAME}) (?:{_MUST}|to) )?(?P<what>.+)"
    r"|^\W*(?:please )?(?:remember|remind me|(?:do not|don['’]t) forget) to (?P<what2>.+)"
    rf"|^(?P<who3>{_NAME}) (?:(?:still|also|really) )?{_MUST} (?P<what3>.+)",
    re.IGNORECASE,
)
_BY_WHEN: Final = re.compile(r"[,;.:]\s|[.!]?$|\b(?:by|before|until|due|this|next|today|tomorrow)\b", re.IGNORECASE)
"""What ends what is to be done, or tells when it is to be."""
_REPEATED: Final = re.compile(r"\b(?:every|each|always|daily|weekly|monthly)\b|毎|いつも", re.IGNORECASE)
"""What makes a task one that is done again and again."""
_WORD: Final = re.compile(r"[A-Za-z][\w'’-]*")
_NAMING: Final = re.compile(r"\b\w*[A-Z\d]\w*")
_PAST_ENDING: Final = re.compile(r"(?:ed|[dnt])$")
_PAST_OF: Final = {
    "bought": "buy", "brought": "bring", "paid": "pay", "made": "make", "took": "take", "taken": "take",
    "wrote": "write", "gave": "give", "got": "get",
}  # fmt: skip
"""Pasts that do not begin as their verb does."""
_FINISHED: Final = re.compile(r"(?:finished|completed|delivered|shipped|done)$", re.IGNORECASE)
_DOER: Final = re.compile(
    rf"(?P<who>{_NAME}) (?:(?:has|have|had) )?(?:(?:now|already|finally|just) )?(?P<act>\w+)", re.IGNORECASE
)
_SPEAKER: Final = frozenset({"i", "we"})
_BEFORE_ACT: Final = frozenset({
    "is", "are", "was", "were", "been", "got", "has", "have", "now", "already", "finally", "just", "and",
})  # fmt: skip
_HEADLINE_ENDS: Final = re.compile(r"\s*(?:[,(.!]|$|and\b|in\b|on\b|today\b)")
_OPEN: Final = re.compile(
    r"\b(?:(?-i:may|might|will)|maybe|must|could|should|would|if|whether|want\w*|(?:go|try)ing to"
    r"|(?:has|have|needs?) to|not|never|nobody|nothing|nearly|almost|half|partly|to be|started)\b|n['’]t\b"
    r"|予定|つもり|たい(?:。|と|です|$)|かもしれ|だろう|でしょう|べき|(?:た|な)ら|れば|な[いか]|ません|半分|途中",
    re.IGNORECASE,
)
"""What leaves open whether something was done, or was done whole."""
_JAPANESE_LABEL: Final = re.compile(r"^\W*(?:やること|宿題|残タスク|タスク|TODO)\s?[:：]\s?", re.IGNORECASE)
_JAPANESE_MUST: Final = re.compile(
    r"(?:(?:なければ|なきゃ|ないと)(?:なら|いけ)?(?:ない|ません)?|必要があ(?:る|ります)|のを忘れない.{0,6}"
    r"|[がは]?(?:必要|要対応)(?:だ|です)?)[。！]?$"
)
_JAPANESE_NOT_YET: Final = re.compile(r"まだ(?P<what>[^。]+?)[てで]い(?:ない|ません)[。！]?$")
_JAPANESE_PAST: Final = re.compile(r"(?:[^んな]た|んだ|済み|完了)[。！]?$")
_JAPANESE_FINISHED: Final = re.compile(r"済|完了|終")
_RUN: Final = re.compile(r"[\u4e00-\u9fff々]+|[\u30a1-\u30fa\u30fc]+")
_COUNTED: Final = re.compile(r"\d[\d,.]*[\u4e00-\u9fff]{0,2}")


@dataclass(frozen=True, slots=True)
class _Task:
    """What somebody, None where nobody is named, has to do to what; of its `names` and numbers none may be missing."""

    who: str | None
    verb: str
    matter: frozenset[str]
    names: frozenset[str] = frozenset()


def done(later: str, earlier: str) -> tuple[float, str] | None:
    """How sure it is that a sentence tells that what an earlier one has still to be done is done, and the sign."""
    task = _task(earlier)
    if task is None or _OPEN.search(later):
        return None
    japanese = not task.verb.isascii()
    act = _japanese_act(later, task) if japanese else next(_acts(later, task), None)
    missing = task.matter - content(later)
    is_it = len(missing) <= len(task.matter) // _MISSING_MOST and not missing & task.names
    return (_SURE, f"{act} ended") if act and is_it else None


@lru_cache(maxsize=_READ_MOST)
def _task(sentence: str) -> _Task | None:
    if _REPEATED.search(sentence):
        return None
    return _english_task(sentence) or _japanese_task(sentence)


def _english_task(sentence: str) -> _Task | None:
    match = _TASK.match(sentence)
    if match is None:
        return None
    sides = {name.rstrip("3"): value for name, value in match.groupdict().items() if value}
    what = next(value for name, value in sides.items() if name.startswith("what"))
    verb = _WORD.match(what)
    ends = _BY_WHEN.search(what)
    if verb is None or ends is None or len(verb[0]) < 3:
        return None
    to_what = what[verb.end() : ends.start()]
    matter = content(to_what) - FUNCTION_WORDS
    return (
        _Task(sides.get("who"), verb[0].lower(), matter, content(" ".join(_NAMING.findall(to_what))))
        if matter
        else None
    )


def _acts(sentence: str, task: _Task) -> Iterator[str]:
    """The words of a sentence that tell in the past what was to be done, by who had to do it or nobody named."""
    doer = _DOER.match(sentence)
    who = doer["who"].lower() if doer and _is_past_of(doer["act"], task.verb) else None
    if who is not None and task.who is not None and not _is_same(who, task.who.lower()):
        return
    words = list(_WORD.finditer(sentence))
    if words and who is None and _is_past_of(words[0][0], task.verb):
        yield words[0][0]
    for before, word in pairwise(words):
        if not _is_past_of(word[0], task.verb):
            continue
        by_doer = doer is not None and who is not None and word.start() == doer.start("act")
        if by_doer or before[0].lower() in _BEFORE_ACT or _HEADLINE_ENDS.match(sentence, word.end()):
            yield word[0]


def _is_same(who: str, other: str) -> bool:
    """Whether two name one: "ben" and "ben ode"; whoever speaks is "i" and "we"."""
    if {who, other} & _SPEAKER:
        return {who, other} <= _SPEAKER
    return bool({*who.split()} & {*other.split()})


def _is_past_of(word: str, verb: str) -> bool:
    """Whether a word may be the past of a verb: "renewed" of "renew", "written" of "write", "finished" of any."""
    past = word.lower()
    if _FINISHED.match(past) or _PAST_OF.get(past) == verb:
        return True
    return past != verb and past.startswith(verb[: max(3, len(verb) - 2)]) and bool(_PAST_ENDING.search(past))


def _japanese_task(sentence: str) -> _Task | None:
    label, must, yet = (pattern.search(sentence) for pattern in (_JAPANESE_LABEL, _JAPANESE_MUST, _JAPANESE_NOT_YET))
    if label is None and must is None and yet is None:
        return None
    what = _JAPANESE_LABEL.sub("", sentence[: must.start()] if must else sentence)
    if yet is not None:
        what = sentence[: yet.start()] + yet["what"]
    what = _COUNTED.sub("", what)
    verb = max(_RUN.finditer(what), key=lambda run: run.start(), default=None)
    if verb is None:
        return None
    matter = content(what[: verb.start()]) - FUNCTION_WORDS
    return _Task(None, verb[0], matter) if matter else None


def _japanese_act(sentence: str, task: _Task) -> str | None:
    """The verb of a sentence that tells in the past what was to be done: its last kanji or katakana are the same."""
    if not _JAPANESE_PAST.search(sentence):
        return None
    *before, last = (match[0] for match in _RUN.finditer(sentence)) if _RUN.search(sentence) else ("",)
    if last == task.verb or (_JAPANESE_FINISHED.search(last) and task.verb in before):
        return task.verb
    return None

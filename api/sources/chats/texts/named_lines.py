"""Transcripts as lines of `Name: text`, and what tells them from lists, recipes and forms that have labels there."""

import re
from collections import Counter
from collections.abc import Sequence

from api.sources.chats.notices import phrases_of
from api.sources.chats.texts.turns import Turn
from extraction.names.forms.nicknames import is_given_name
from extraction.names.forms.person_finder import with_persons

NAMED = re.compile(r"([^\s:\uff1a#>*|\-][^:\uff1a\t]{0,39}?)(?::(?:\s+|$|(?=[^\x00-\x7f]))|\uff1a\s*)(.*)")
NUMBERED = re.compile(r"[\s\d.)(#①-⑳-]+$")
WORDS = re.compile(r"[^\W\d_]{2}|[\u3041-\u9fff]")
QUESTIONS = frozenset(("q", "a"))
NAMED_SHARE = 0.6
LABELS_MOST = 0.34
"""The share of lines with a label (TODO:, 材料：) from which on names are none."""
FEWEST_LINES = 3
FEW_NAMES = 0.75
"""Names for each line of a short chat in which some come again: three lines of two people."""


def is_transcript(lines: Sequence[str]) -> bool:
    """Whether a text, or the beginning of one, is mostly `Name: text`, of two names or more.

    They come again; in a short text, each line of which has one, it is enough that some do or that all are people's.
    """
    filled = [line for line in lines if line.strip()]
    matches = [match for line in filled if (match := NAMED.fullmatch(line))]
    names = Counter(match[1] for match in matches)
    total = names.total()
    if len(filled) < FEWEST_LINES or len(names) < 2 or total < NAMED_SHARE * len(filled):
        return False
    if len(names) > total / 2 and (total < len(filled) or not (_come_again(names) or all(map(_is_person, names)))):
        return False
    if {NUMBERED.sub("", name).casefold() for name in names} <= QUESTIONS:
        return False
    if sum(count for name, count in names.items() if is_label(name)) > LABELS_MOST * total:
        return False
    return sum(bool(WORDS.search(match[2])) for match in matches) > total / 2


def _come_again(names: Counter[str]) -> bool:
    return len(names) <= FEW_NAMES * names.total()


def _is_person(name: str) -> bool:
    """Whether a name is one that people have: "Anna", 田中, with a title or not."""
    first = name.split(maxsplit=1)[0]
    return is_given_name(first.casefold()) or bool(with_persons(name, ()) or with_persons(f"{name}さん", ()))


def is_label(name: str) -> bool:
    """Whether what stands before a colon is the label of a list or form, such as TODO, Q or 材料, with its number."""
    plain = NUMBERED.sub("", name.strip().strip("*_【】[]「」")).casefold()
    return not plain or (len(name) > 1 and name.isdecimal()) or plain in _labels() or _shouted(name)


def named_turns(lines: Sequence[str]) -> list[Turn]:
    """Turns of `Name: text`. A name counts when it comes back, or when every line has one."""
    filled = [line for line in lines if line.strip()]
    names = Counter(match[1] for line in filled if (match := NAMED.fullmatch(line)))
    all_named = names.total() == len(filled)
    turns: list[Turn] = []
    for number, line in enumerate(lines, start=1):
        match = NAMED.fullmatch(line)
        if match and (all_named or names[match[1]] > 1):
            turns.append(Turn(number, match[1], None, [match[2]]))
        elif turns:
            turns[-1].lines.append(line)
        elif line.strip():
            turns.append(Turn(number, None, None, [line]))
    return turns if any(turn.speaker for turn in turns) else []


def _labels() -> frozenset[str]:
    return frozenset(phrases_of("label")["LIST"])


def _shouted(name: str) -> bool:
    """Labels of logs and lists stand in capitals with a mark between: "TO-DO", "ERROR_2"."""
    return name.isupper() and any(mark in name for mark in "_-/")

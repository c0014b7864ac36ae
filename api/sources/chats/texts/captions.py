"""Captions of recordings (WebVTT, SubRip): what was said, by whom, its cues put together to sentences."""

import re
from collections.abc import Sequence

from api.sources.chats.texts.named_lines import NAMED, is_label
from api.sources.chats.texts.turns import Turn

CLOCK = r"(?:\d{1,2}:)?\d{2}:\d{2}[.,]\d{3}"
TIMING = re.compile(rf"\s*{CLOCK}\s+-->\s+{CLOCK}.*")
HEAD = re.compile(r"\ufeff?WEBVTT\b.*")
REMARK = re.compile(r"(?:NOTE|STYLE|REGION)\b.*")
VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]+)>")
MARKUP = re.compile(r"</?[a-zA-Z][^>]*>|<\d[^>]*>|\{\\[^}]*\}")
END = re.compile(r"[.!?。！？…][\"'”’」』)]*$")
LONGEST = 600
"""Characters at which words without an end are a memory of their own."""


def is_captions(lines: Sequence[str]) -> bool:
    """Whether a text is a file of captions: headed so, or with a timing among its first lines."""
    filled = [line for line in lines[:12] if line.strip()]
    return bool(filled) and (HEAD.fullmatch(filled[0]) is not None or any(map(TIMING.fullmatch, filled[:2])))


def caption_turns(lines: Sequence[str]) -> list[Turn]:
    """The turns of captions: cues of the same speaker in a row make a turn up to the end of a sentence."""
    turns: list[Turn] = []
    for number, cue in _cues(lines):
        speaker, text = _spoken(cue)
        last = turns[-1] if turns else None
        if last and last.speaker == speaker and not END.search(last.text) and len(last.text) < LONGEST:
            last.lines.append(text)
        elif text:
            turns.append(Turn(number, speaker, None, [text]))
    for turn in turns:
        joined = " ".join(turn.lines)
        turn.lines = [re.sub(r"(?<=[\u3040-\u30ff\u3400-\u9fff、。]) (?=[\u3040-\u30ff\u3400-\u9fff])", "", joined)]
    return turns


def _cues(lines: Sequence[str]) -> list[tuple[int, list[str]]]:
    """The lines of each cue, with the number of the line that its words begin on."""
    cues: list[tuple[int, list[str]]] = []
    within = False
    for number, line in enumerate(lines, start=1):
        if TIMING.fullmatch(line):
            cues.append((number + 1, []))
            within = True
        elif not line.strip():
            within = False
        elif within and not REMARK.fullmatch(line):
            cues[-1][1].append(line.strip())
    return [(number, cue) for number, cue in cues if cue]


def _spoken(cue: list[str]) -> tuple[str | None, str]:
    whole = " ".join(cue)
    voice = VOICE.search(whole)
    text = MARKUP.sub("", whole).strip()
    named = NAMED.fullmatch(text)
    if voice is None and named and not is_label(named[1]):
        return named[1].strip(), named[2].strip()
    return (voice[1].strip() if voice else None), text

"""Scores what is kept of notes that teams and their agents write: the sets `worknotes-en` and `worknotes-ja`.

Every story under DATA/worknotes/LANG is read, whatever the split; how well questions are answered from the notes is
measured by `quality`. Metrics in percent:
`entity_f1`: mentions with the gold's span, `entity_typed_f1` with one of its types too; `entity_recall_overlap`: gold
spans that a mention touches. `fact_recall`: gold facts met by a kept one, whose ends share half of their words with the
gold's, either way round, and whose predicate shares a word or whose type is the gold's; an end is compared as it is
shown, a person with the title that the text gives (小川さん). `fact_precision`: kept facts whose ends meet those of a
gold fact. `polarity`: facts met with polarity and modality right. `decision_chosen`: things decided for that a positive
fact names; `decision_flipped`: rejected things that a fact claims to be in use.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from api.fact_lines import shown_end
from bench.sets import WORKNOTES, note, rows, stories
from bench.understood import understood
from graph.model.extraction import Extraction, LiteralFact, Statement
from graph.model.types import RelationType
from graph.tables import table_rows

Span = tuple[int, int]
_STOP: Final = frozenset(word for (word,) in table_rows("bench", "worknotes_stop", "word", folder="lists"))
_TITLE: Final = re.compile(
    r"(?<=.)(?:さん|くん|君|ちゃん|様|氏|先生|部長|課長|係長|主幹|館長|工場長|師長|事務長|室長|D)$"
)
_USED: Final = re.compile(r"\bus|choos|chose|adopt|pick|decid|go with|switch to|採用|決|選|使|導入|移行")
_GROUPS: Final = {"stated": 0, "reported": 0, "planned": 1, "intended": 1, "obligatory": 1, "obliged": 1}
_OPEN: Final = 2
"""The group of modalities that claim nothing: possible, asked."""


class Kept(NamedTuple):
    """A fact as it is shown."""

    subject: str
    predicate: str
    object: str
    type: str
    polarity: str
    group: int


def measured(data: Path, name: str) -> dict[str, object]:
    """The metrics of all stories of one language."""
    language = WORKNOTES[name]
    notes = [row for path in stories(data, name) for row in rows(path)]
    kept = understood([note(row) for row in notes])
    counted = sum((counted_of(row, read, language) for row, read in zip(notes, kept, strict=True)), Counter())
    return {**figures(counted), "memories": len(notes), "facts": counted["kept"]}


def counted_of(row: Mapping[str, Any], extraction: Extraction, language: str) -> Counter[str]:
    """What `figures` are made of, of one note with `text`, `entities`, `facts` and `decision`."""
    text = row["text"]
    gold = {_bare(text, entity["start"], entity["end"]): set(entity["types"]) for entity in row["entities"]}
    mine = {
        _bare(text, mention.start, mention.end): mention.type.value
        for mention in extraction.mentions
        if mention.start is not None and mention.end is not None
    }
    exact = gold.keys() & mine.keys()
    counted = Counter(gold=len(gold), found=len(mine), exact=len(exact))
    counted["typed"] = sum(mine[span] in gold[span] for span in exact)
    counted["touched"] = sum(any(start < b and end > a for start, end in mine) for a, b in gold)
    return counted + _facts(row, extraction, language)


def _facts(row: Mapping[str, Any], extraction: Extraction, language: str) -> Counter[str]:
    meets = _meeting(row, language)
    kept = list(_told(extraction))
    counted: Counter[str] = Counter(kept=len(kept), facts=len(row["facts"]))
    matched: set[int] = set()
    for gold in row["facts"]:
        places = [place for place, fact in enumerate(kept) if _has_ends(gold, fact, meets)]
        matched.update(places)
        same = [kept[place] for place in places if _same_predicate(gold, kept[place], language)]
        if same:
            counted["met"] += 1
            group = _GROUPS.get(gold["modality"], _OPEN)
            counted["right"] += (same[0].polarity, same[0].group) == (gold["polarity"], group)
    counted["matched"] = len(matched)
    decision = row["decision"] or {"chosen": (), "rejected": ()}
    positive = [fact for fact in kept if fact.polarity == "positive"]
    used = [fact for fact in positive if fact.group < _OPEN and _USED.search(fact.predicate.lower())]
    counted["to choose"], counted["to reject"] = len(decision["chosen"]), len(decision["rejected"])
    for thing in decision["chosen"]:
        counted["chosen"] += any(meets(thing, end) for fact in positive for end in (fact.object, fact.subject))
    for thing in decision["rejected"]:
        counted["flipped"] += any(meets(thing, fact.object) for fact in used)
    return counted


def worths(
    row: Mapping[str, Any], extraction: Extraction, language: str
) -> Iterator[tuple[Statement | LiteralFact, float]]:
    """The facts of a note, without their further arguments, and what each is worth: 1 where the gold states it, 0.5
    where it says something else of the same ends.
    """
    meets, told = _meeting(row, language), _told(extraction)
    for fact in (*extraction.statements, *extraction.literals):
        kept, *_ = islice(told, 1 + sum(bool(part.role) for part in fact.arguments))
        gold = [each for each in row["facts"] if _has_ends(each, kept, meets)]
        yield fact, (bool(gold) + any(_same_predicate(each, kept, language) for each in gold)) / 2


def _meeting(row: Mapping[str, Any], language: str) -> Callable[[str, str], bool]:
    """Whether an end of the gold, by its name or as the note writes it, is an end that was kept."""
    surfaces: defaultdict[str, set[str]] = defaultdict(set)
    for entity in row["entities"]:
        surfaces[entity["name"]].add(entity["surface"])
    return lambda name, end: any(meet(form, end, language) for form in {name, *surfaces[name]})


def _has_ends(gold: Mapping[str, Any], fact: Kept, meets: Callable[[str, str], bool]) -> bool:
    ends = gold["subject"], gold["object"]
    turned = (fact.subject, fact.object), (fact.object, fact.subject)
    return any(meets(ends[0], one) and meets(ends[1], other) for one, other in turned)


def _told(extraction: Extraction) -> Iterator[Kept]:
    """The facts as they are shown, one for each object and further argument that a word leads to."""
    names = [mention.name for mention in extraction.mentions]
    for fact in (*extraction.statements, *extraction.literals):
        subject, thing = (
            cast(str, text) if mention is None else shown_end(names[mention], text)
            for text, mention in ((fact.subject_text, fact.subject), (fact.object_text, fact.object))
        )
        kind = fact.type
        group = _GROUPS.get(fact.modality.value, _OPEN)
        # what they share is a word, whatever its form: "leads" and "lead", "told" and "tell"
        said = f"{fact.predicate} {fact.lemma}"
        yield Kept(subject, said, thing, kind.value, fact.polarity.value, group)
        for part in fact.arguments:
            if not part.role:
                continue
            # a reason is nothing that the verb does something to: "chose A because B is slow"
            phrase = part.role if part.role == "because" else f"{said} {part.role}"
            yield Kept(subject, phrase, part.text, RelationType.RELATES_TO.value, fact.polarity.value, group)


def figures(counted: Counter[str]) -> dict[str, object]:
    """The metrics of counted notes, in percent."""

    def percent(part: str, whole: str) -> float:
        return round(100 * counted[part] / max(1, counted[whole]), 1)

    def f1(right: str) -> float:
        return round(200 * counted[right] / max(1, counted["gold"] + counted["found"]), 1)

    return {
        "entity_f1": f1("exact"),
        "entity_typed_f1": f1("typed"),
        "entity_recall_overlap": percent("touched", "gold"),
        "fact_recall": percent("met", "facts"),
        "fact_precision": percent("matched", "kept"),
        "polarity": percent("right", "met"),
        "decision_chosen": percent("chosen", "to choose"),
        "decision_flipped": percent("flipped", "to reject"),
    }


def _bare(text: str, start: int, end: int) -> Span:
    """A span without @ before and a title behind it: 田中さん and 田中 are one place."""
    start += text[start:end].startswith("@")
    title = _TITLE.search(text[start:end])
    return start, end - len(title[0]) if title else end


def meet(one: str, other: str, language: str) -> bool:
    """Whether two ends share half of the words of each, or one holds the other."""
    left, right = _words(one, language), _words(other, language)
    if not left or not right:
        return False
    shared = 2 * len(left & right)
    held = one.strip().lower() in other.lower() or other.strip().lower() in one.lower()
    return (shared >= len(left) and shared >= len(right)) or (held and min(len(one), len(other)) >= 3)


def _words(text: str, language: str) -> set[str]:
    text = text.lower()
    if language == "ja":
        text = re.sub(r"[\s、。「」『』（）()・:：/]", "", text)
        return {text[place : place + 2] for place in range(max(1, len(text) - 1))}
    return set(re.findall(r"[\w#./@-]+", text)) - _STOP or set(re.findall(r"\w+", text))


def _same_predicate(gold: Mapping[str, Any], fact: Kept, language: str) -> bool:
    if _stems(gold["predicate"], language) & _stems(fact.predicate, language):
        return True
    return fact.type == gold["type"] != "RELATES_TO"


def _stems(text: str, language: str) -> set[str]:
    if language == "ja":
        return set(re.findall(r"[一-龥ァ-ヶA-Za-z]+", text))
    return {
        re.sub(r"(?:ing|ed|es|s|d)$", "", word) for word in re.findall(r"[a-z]+", text.lower()) if word not in _STOP
    }

"""Counts how verbs and nouns behave in plain text: `python -m scripts.count_japanese_valence FILE.jsonl…`.

Each file holds one JSON object a line with a `text` (packed with gzip or not). The shipped table was counted over
1.1 million characters of Wikipedia paragraphs and talks (development parts of JSQuAD and JaQuAD, train and
development parts of the Stockmark and GSD name sets, a sample of RealPersonaChat; all CC BY-SA). It holds shares
of counts and no text.
"""

import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from extraction.lang.ja import load
from extraction.lang.ja.arguments.predicates import predicates_of
from extraction.lang.ja.parse.cases import particle_of
from extraction.lang.ja.parse.parse_repair import parsed
from extraction.lang.ja.parse.words import Parse

TABLE = Path(__file__).parents[1] / "extraction/lang/ja/arguments/valence.json"
LEAST_VERB, LEAST_NOUN, LEAST_ENDING = 4, 5, 10


def main() -> None:
    """Writes the table."""
    counts = Counts()
    for doc in load().pipe(texts(sys.argv[1:])):
        counts.add(parsed(doc))
    TABLE.write_text(json.dumps(counts.table(), ensure_ascii=False, indent=0, sort_keys=True), encoding="utf-8")


def texts(paths: list[str]) -> Iterator[str]:
    """The texts of all files; the turns of a dialogue one by one."""
    for path in paths:
        opener = gzip.open if path.endswith(".gz") else open
        with opener(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                yield from [row["text"]] if "text" in row else [text for _, text in row["u"]]


class Counts:
    """What was seen so far."""

    def __init__(self) -> None:
        self.verbs: Counter[str] = Counter()
        self.cases: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.nouns: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        self.endings: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])

    def add(self, parse: Parse) -> None:
        """Counts a text."""
        for sentence in parse.sentences:
            for predicate in predicates_of(parse, sentence):
                if predicate.kind in ("verb", "act", "adjective"):
                    self._clause(parse, predicate.word.place, predicate.lemma, passive=predicate.voice == "p")

    def _clause(self, parse: Parse, place: int, lemma: str, *, passive: bool) -> None:
        marked = [
            (parse.words[child], particle_of(parse, parse.words[child]))
            for child in parse.children[place]
            if child < place
        ]
        told = {mark.case for _, mark in marked}
        self.verbs[lemma] += 1
        self.cases[lemma].update((*told, "passive") if passive else told)
        for noun, mark in marked:
            if not noun.is_noun:
                continue
            suffers = mark.case == "を" or (mark.case == "が" and passive)
            acts = (mark.case == "が" or (mark.topic == "は" and not mark.case)) and "を" in told and not passive
            if suffers or acts:
                self.nouns[noun.text][suffers] += 1
                self.endings[noun.text[-1]][suffers] += 1

    def table(self) -> dict[str, dict[str, float]]:
        """Shares by word, for words seen often enough."""
        often = [lemma for lemma, count in self.verbs.items() if count >= LEAST_VERB]
        return {
            "objects": {
                lemma: round((self.cases[lemma]["を"] + self.cases[lemma]["passive"]) / self.verbs[lemma], 2)
                for lemma in often
            },
            "goals": {lemma: round(self.cases[lemma]["に"] / self.verbs[lemma], 2) for lemma in often},
            "actors": _shares(self.nouns, LEAST_NOUN),
            "actor_endings": _shares(self.endings, LEAST_ENDING),
        }


def _shares(counts: dict[str, list[int]], least: int) -> dict[str, float]:
    return {
        word: round((acted + 0.5) / (acted + suffered + 2), 2)
        for word, (acted, suffered) in counts.items()
        if acted + suffered >= least
    }


if __name__ == "__main__":
    main()

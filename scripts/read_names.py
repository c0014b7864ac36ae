"""Learns from Sudachi's dictionary how names are read: kanji.json and name_sounds.json of extraction/names/forms.

Run it with `python scripts/read_names.py` when the dictionary (SudachiDict, Apache-2.0) is renewed. It knows
the usual reading of a name only; from all its names together one learns which readings each kanji may have, so that
知実 may be Satomi too. Each reading of a name is cut into one piece for each kanji, and the cuts are learnt together
with the pieces (expectation and maximisation over all cuts).
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from math import prod
from pathlib import Path

from sudachipy import Dictionary

from extraction.names.forms.sounds import kana_sound

TARGET = Path(__file__).parent.parent / "extraction" / "names" / "forms"
ENDINGS = "子美恵江代郎一夫男雄之介樹人太也明香奈久三二治助平吉士司輔彦哉希菜里乃紀音花華佳実衣"
SURNAME_ENDINGS = "田川本野村山木井原島藤口沢崎橋林谷下上中大小内石森岡松"
ROUNDS = 12
LEAST = 0.004
SEEN = 1.5
"""In how many names a reading must have been found, unless the kanji is rare itself."""
MOST = 12

dictionary = Dictionary(dict="core")


def main() -> None:
    """Writes the table: for each kanji its readings in given names with their shares."""
    names = dict(given_names())
    table = {kanji: trusted(counts) for kanji, counts in sorted(learnt(names).items())}
    lines = (
        f"{json.dumps(kanji, ensure_ascii=False)}:{json.dumps(table[kanji], ensure_ascii=False)}" for kanji in table
    )
    (TARGET / "kanji.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    heard = {"given": heard_in(names.values(), 2), "surname": heard_in((found for _, found in surnames()), 1)}
    written = json.dumps(heard, separators=(",", ":"), sort_keys=True)
    (TARGET / "name_sounds.json").write_text(written + "\n", encoding="utf-8")
    print(f"{len(names)} given names, {len(table)} kanji, { ({part: len(sounds) for part, sounds in heard.items()}) }")


def trusted(counts: dict[str, float]) -> dict[str, float]:
    """The shares of the readings of one kanji that enough names speak for."""
    total = sum(counts.values())
    return {
        reading: round(count / total, 3)
        for reading, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST]
        if count / total >= (LEAST if count >= SEEN else 0.2)
    }


def heard_in(names: Iterable[set[str]], least: int) -> dict[str, int]:
    """The readings without lengths, with the number of spellings of each up to nine.

    Readings with fewer than `least` spellings are left out, and short ones with fewer than three: they are other words
    far more often.
    """
    counts = Counter(sound for found in names for sound in {kana_sound(reading).folded for reading in found})
    kept = {sound: count for sound, count in counts.items() if count >= (least if len(sound) > 4 else 3)}
    return {sound: min(count, 9) for sound, count in sorted(kept.items())}


def readings(name: str, part: str = "名") -> set[str]:
    """The readings of a given name or surname that the dictionary knows."""
    return {
        morpheme.reading_form()
        for morpheme in dictionary.lookup(name)
        if morpheme.part_of_speech()[2:4] == ("人名", part)
    }


def surnames() -> Iterator[tuple[str, set[str]]]:
    """Surnames of one to three characters that the dictionary knows."""
    kanji = [chr(code) for code in range(0x4E00, 0x9FFF)]
    alone = {one: found for one in kanji if (found := readings(one, "姓"))}
    used = set(alone) | {
        one for one in kanji if any(readings(one + end, "姓") or readings(end + one, "姓") for end in SURNAME_ENDINGS)
    }
    yield from alone.items()
    for first in sorted(used):
        for second in sorted(used | {"々"}):
            if found := readings(first + second, "姓"):
                yield first + second, found
            for third in SURNAME_ENDINGS if first in alone and second in alone else "":
                if found := readings(first + second + third, "姓"):
                    yield first + second + third, found


def given_names() -> Iterator[tuple[str, set[str]]]:
    """Given names of one to three characters that the dictionary knows."""
    kanji = [chr(code) for code in range(0x4E00, 0x9FFF)]
    alone = {one: found for one in kanji if (found := readings(one))}
    used = set(alone) | {one for one in kanji if any(readings(one + end) or readings(end + one) for end in ENDINGS)}
    yield from alone.items()
    for first in sorted(used):
        for second in sorted(used | {"々"}):
            if found := readings(first + second):
                yield first + second, found
    for first in sorted(alone):
        for second in sorted(alone):
            for third in ENDINGS:
                if found := readings(first + second + third):
                    yield first + second + third, found


def learnt(names: dict[str, set[str]]) -> dict[str, dict[str, float]]:
    """For each kanji how many names are read with each of its readings, learnt from all names."""
    pairs = [(name.replace("々", name[0]), reading) for name, found in names.items() for reading in found]
    shares: dict[str, dict[str, float]] = {}
    counts: dict[str, dict[str, float]] = {}
    for _ in range(ROUNDS):
        counts = defaultdict(lambda: defaultdict(float))
        for name, reading in pairs:
            cuts = list(cuttings(reading, len(name)))
            weights = [
                prod(
                    shares.get(kanji, {}).get(piece, 0.0) + 1e-6 if shares else 1.0
                    for kanji, piece in zip(name, cut, strict=True)
                )
                for cut in cuts
            ]
            total = sum(weights)
            for cut, weight in zip(cuts, weights, strict=True):
                for kanji, piece in zip(name, cut, strict=True):
                    counts[kanji][piece] += weight / total
        shares = {
            kanji: {piece: n / sum(found.values()) for piece, n in found.items()} for kanji, found in counts.items()
        }
    return counts


def cuttings(reading: str, count: int) -> Iterator[tuple[str, ...]]:
    """All ways to cut a reading into as many pieces; none begins with a small letter or a long mark."""
    places = [place for place in range(1, len(reading)) if reading[place] not in "ャュョッーン"]
    for inner in combinations(places, count - 1):
        edges = (0, *inner, len(reading))
        yield tuple(reading[start:end] for start, end in pairwise(edges))


if __name__ == "__main__":
    main()

"""Sentence rescoring: the base scores of the best candidates, recomputed with the sentences that answer.

`cypher/recall/_base_score.cypher` knows one vector and one word score for each chunk. Here the meaning of a passage is
that of its sentence nearest to the question, and its words count more where they stand together. A turn of a
conversation is a sentence or two already, and mostly means what its conversation means.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from graph.db.rows import PIECE
from graph.extractor import Extractor
from graph.model.reading.question import Question
from graph.model.talk.assistants import is_assistant
from graph.recall.ranking import (
    TURNS_DISTANCE,
    WORDS_POWER,
    WORDS_SHARE,
    ChunkCandidate,
    median_length,
    passages_share,
)

OF_PASSAGES = 1.0
"""How much of a passage's meaning is that of its nearest sentence.

Measured: JaQuAD R@1 + 0.6, JSQuAD R@1 + 0.3, MuSiQue without titles R@5 + 1.5.
"""
OF_TURNS = 0.15
"""The same for a turn. Measured: REALTALK + 0.8, LoCoMo − 0.4 (its R@10 as it was); more harms LoCoMo."""
TOGETHER = 0.4
"""Weight of `words_together` in a passage's word score. A turn is short: there it harms (LoCoMo − 0.3).

Measured: JSQuAD R@1 + 1.2, JaQuAD R@1 + 1.0, MuSiQue R@5 + 1.1 with titles and without, others within two questions.
"""

OF_ITSELF = 0.6
"""Weight of `words_held` in the word score of a turn to an assistant.

The index words of a turn hold those of the turns around it, which are the assistant's: ten times its length. Measured
on talks with an assistant (BEAM): of the evidence among ten + 3.1 (1.1 to 5.4 in 95 of 100 samples), the first hit as
often right; 0.4 gives + 2.0, 0.8 as much.
"""

BELOW = 0.05
"""The most that a base score below 0 takes from what the graph led to: enough to order it by what it says.

Measured: Japanese notes of work R@5 95.5 → 97.4, `lives` 93.9 → 94.4, the sample as it was.
"""

COVERED = 0.8
"""The share of a question's words that a short note must hold for its words to count in full.

Notes say in their own words what they are asked for, and one that shares "live" with "Where do I live?" may tell of
somebody else. Measured: `lives` R@1 + 3.9, the sample nDCG@10 + 2.5, JEMHopQA full@5 − 1.1; 0.6 costs half of the gain.
"""


def words_tell(words: Collection[str], pieces: Collection[str], held: Collection[str], length: float) -> float:
    """The weight of word scores for a question, 0–1: `min(1, common / COVERED + passages_share(length))`.

    `common` is the share of the question's `words` that stand in the best candidate by words (`held`); `pieces` of
    words count `PIECE`. `length` is the median length of the candidates in characters.
    """
    weight = {word: PIECE if word in pieces else 1.0 for word in words}
    common = math.fsum(weight[word] for word in weight.keys() & held) / (math.fsum(weight.values()) or 1.0)
    return min(1.0, common / COVERED + passages_share(length))


def words_together(
    passages: Sequence[Sequence[frozenset[str]]], titles: Sequence[frozenset[str]], pieces: Collection[str]
) -> list[float]:
    """For each passage, the weight of the question's words in its title and its best two sentences in a row.

    `passages` are the question's words in each sentence. A word weighs its BM25 idf among these passages,
    `ln(1 + (N − n + 0.5) / (n + 0.5))`, `pieces` of words `PIECE` of that: a word that all of them share tells none
    from another, however rare it is elsewhere.
    """
    total = len(passages)
    held = Counter(word for sentences, title in zip(passages, titles, strict=True) for word in title.union(*sentences))
    weight = {
        word: (PIECE if word in pieces else 1.0) * math.log(1 + (total - count + 0.5) / (count + 0.5))
        for word, count in held.items()
    }

    def worth(words: Collection[str]) -> float:
        return math.fsum(weight[word] for word in words)  # the same in whatever order they come

    none: frozenset[str] = frozenset()
    return [
        max(
            worth(words) for words in {title, *(title | first | other for first, other in pairwise([*sentences, none]))}
        )
        for sentences, title in zip(passages, titles, strict=True)
    ]


def words_held(texts: Sequence[frozenset[str]], pieces: Collection[str]) -> list[float]:
    """For each text, given by the question's words in it, their weight: the idf of `words_together`, each word once."""
    return words_together([[text] for text in texts], [frozenset()] * len(texts), pieces)


def refined(candidates: Sequence[ChunkCandidate], asked: Question, extractor: Extractor) -> list[ChunkCandidate]:
    """The candidates of a question, `rescored` with what is read off their texts."""
    together, words_weight = _together(candidates, asked, extractor)
    return rescored(
        candidates,
        together=together,
        held=_held(candidates, asked, extractor),
        words_weight=words_weight,
        spread=extractor.embedding.spread_in(asked.language),
        language=asked.language,
    )


def _together(
    candidates: Sequence[ChunkCandidate], asked: Question, extractor: Extractor
) -> tuple[dict[str, float], float]:
    """`words_together` of the passages by the ids of their chunks, and the weight of words (`words_tell`).

    Only passages that the full-text index returned are read: the others hold few of the words, and would take as long.
    """
    passages = [
        candidate for candidate in candidates if candidate.words and candidate.text and not candidate.memory.speaker
    ]
    read = [candidate.text for candidate in passages] + [candidate.memory.title or "" for candidate in passages]
    sentences = extractor.words_met(asked.words, read)
    titles = [frozenset[str]().union(*title) for title in sentences[len(passages) :]]
    together = words_together(sentences[: len(passages)], titles, asked.pieces)
    length = median_length(candidates)
    if not passages or length is None:
        return {}, 1.0
    best = max(range(len(passages)), key=lambda place: passages[place].words or 0.0)
    words_weight = words_tell(asked.words, asked.pieces, titles[best].union(*sentences[best]), length)
    return dict(zip((candidate.chunk_id for candidate in passages), together, strict=True)), words_weight


def _held(candidates: Sequence[ChunkCandidate], asked: Question, extractor: Extractor) -> dict[str, float]:
    """`words_held` of what people say to an assistant, by the ids of their chunks."""
    turns = [turn for turn in candidates if turn.with_assistant and not is_assistant(turn.memory.speaker)]
    sentences = extractor.words_met(asked.words, [turn.text for turn in turns]) if turns else []
    held = words_held([frozenset[str]().union(*text) for text in sentences], asked.pieces)
    return dict(zip((turn.chunk_id for turn in turns), held, strict=True))


def rescored(
    candidates: Sequence[ChunkCandidate],
    *,
    together: Mapping[str, float] | None = None,
    held: Mapping[str, float] | None = None,
    words_weight: float = 1.0,
    spread: float,
    language: str,
) -> list[ChunkCandidate]:
    """The candidates with base scores that know their sentences.

    The formula is that of `cypher/recall/_base_score.cypher`, and gives the same where no sentences are known:
    `base = (1 − WORDS_SHARE) · meaning + WORDS_SHARE · words^WORDS_POWER`, at least 0; of what the graph led to,
    `BELOW · (e^base − 1)` where it is less. Here

    - `meaning = 1 − spread · ((1 − s) · (best whole − whole) + s · (best sentence − sentence))`: cosines with the
      question, the best of these candidates, s = `OF_PASSAGES`. A turn has `TURNS_DISTANCE` of its distance to the best
      of turns, with s = `OF_TURNS`. A chunk without sentences is a single sentence.
    - `words = (1 − t) · words / best words + t · together / best together`, t = `TOGETHER`: `together` is
      `words_together` by the id of a chunk, 0 for what was not read. A turn has its words alone; in a talk with an
      assistant `held`, `words_held` by the id of a chunk, takes the place of `together`, with t = `OF_ITSELF`.
    - The words of a passage count `words_weight` (`words_tell`). In another language than the question's `language`, a
      chunk's meaning stands for the words that it cannot have: `max(words, meaning)`.
    """
    together, held = together or {}, held or {}
    best_words = max((candidate.words or 0.0 for candidate in candidates), default=0.0) or 1.0
    best_together = max(together.values(), default=0.0) or 1.0
    best_held = max(held.values(), default=0.0) or 1.0
    best, best_turn = _best(candidates), _best([candidate for candidate in candidates if candidate.memory.speaker])

    def meaning(candidate: ChunkCandidate) -> float:
        if candidate.cosine is None:
            return 0.0
        cosines = (candidate.cosine, _sentence(candidate, candidate.cosine))
        if not candidate.memory.speaker:
            return 1 - spread * _distance(best, cosines, OF_PASSAGES)
        return 1 - spread * (
            _distance(best, best_turn, OF_TURNS) + TURNS_DISTANCE * _distance(best_turn, cosines, OF_TURNS)
        )

    def word_score(candidate: ChunkCandidate) -> float:
        words = (candidate.words or 0.0) / best_words
        if candidate.chunk_id in held:
            return (1 - OF_ITSELF) * words + OF_ITSELF * held[candidate.chunk_id] / best_held
        if candidate.memory.speaker or not together:
            return words
        return (1 - TOGETHER) * words + TOGETHER * together.get(candidate.chunk_id, 0.0) / best_together

    def direct(candidate: ChunkCandidate) -> float:
        means, words = meaning(candidate), word_score(candidate) ** WORDS_POWER
        if not candidate.memory.speaker:
            words *= words_weight
        if candidate.language not in (None, language):
            words = max(words, max(0.0, means) ** WORDS_POWER)
        base = (1 - WORDS_SHARE) * means + WORDS_SHARE * words
        return max(base, BELOW * math.expm1(min(0.0, base)) if candidate.ties else 0.0)

    # What has neither, tied to an answer but not understood yet, stands for that tie alone.
    return [
        candidate
        if candidate.cosine is None and candidate.words is None
        else replace(candidate, base=direct(candidate))
        for candidate in candidates
    ]


def _best(candidates: Sequence[ChunkCandidate]) -> tuple[float, float]:
    """The highest cosine of a whole chunk and of a sentence."""
    there = [
        (candidate.cosine, _sentence(candidate, candidate.cosine))
        for candidate in candidates
        if candidate.cosine is not None
    ]
    return max((whole for whole, _ in there), default=0.0), max((sentence for _, sentence in there), default=0.0)


def _distance(nearer: tuple[float, float], farther: tuple[float, float], share: float) -> float:
    """How much farther one pair of cosines is: `share` of it by sentences, the rest by whole chunks."""
    return (1 - share) * (nearer[0] - farther[0]) + share * (nearer[1] - farther[1])


def _sentence(candidate: ChunkCandidate, whole: float) -> float:
    """The cosine of its nearest sentence; of a chunk without sentences that of the whole.

    Without that, the only candidate with sentences would be the best of all.
    """
    return whole if candidate.sentence is None else candidate.sentence

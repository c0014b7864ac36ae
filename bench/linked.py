"""Whether links between memories would help to find them: each hit lifted by the links to the best ones.

`score'(m) = score(m) + share · max score(h) · weight(h, m)` over the best `FROM` hits h; what was no hit begins with 0.
Metrics of the sample, made lives and notes of teams as they are ranked (`off`), with all kinds of links at two shares,
and with each kind alone, linked as the background links them.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from bench.quality import scores, stored
from bench.sets import LIVES, SAMPLE, WORKNOTES, EvalQuestion, corpora
from graph.knowledge import Knowledge
from graph.model.types import LinkKind

SET: Final = "linked"
OF: Final = (SAMPLE, LIVES, *WORKNOTES)
SHARES: Final = (0.1, 0.3)
"""How much of a best hit's score a link of weight 1 carries on."""
FROM: Final = 5
"""Best hits whose links are followed."""
_LIMIT: Final = 30
_MOST_LINKS: Final = 100

Links = Mapping[str, Sequence[tuple[str, LinkKind, float]]]


def measured(knowledge: Knowledge, user: str, data: Path, split: str) -> dict[str, object]:
    """The metrics of each set without links, with all of them, and with each kind alone, in percent."""
    ways: dict[str, tuple[float, frozenset[LinkKind]]] = {"off": (0.0, frozenset())}
    for share in SHARES:
        ways[f"all {share}"] = share, frozenset(LinkKind)
    ways |= {f"{kind.value.lower()} {SHARES[0]}": (SHARES[0], frozenset({kind})) for kind in LinkKind}
    result: dict[str, object] = {}
    for name in OF:
        rankings: dict[str, list[tuple[EvalQuestion, Sequence[str]]]] = defaultdict(list)
        links = 0
        for number, corpus in enumerate(corpora(data, name, split)):
            owner = f"{user}-{SET}-{name}-{number}"
            ids = stored(knowledge, owner, corpus)
            knowledge.link(owner)
            linked = {memory: _links_of(knowledge, owner, memory) for memory in ids}
            links += sum(map(len, linked.values())) // 2
            for asked in corpus.questions:
                hits = knowledge.recall(owner, asked.text, limit=_LIMIT).hits
                score = {hit.memory.id: hit.score for hit in hits}
                for way, (share, kinds) in ways.items():
                    ranked = _lifted(score, linked, share, kinds)
                    rankings[way].append((asked, [one for memory in ranked for one in ids[memory]]))
            knowledge.forget_user(owner)
        result[name] = {"links": links} | {way: scores(name, ranked) for way, ranked in rankings.items()}
    return result


def _links_of(knowledge: Knowledge, owner: str, memory: str) -> list[tuple[str, LinkKind, float]]:
    return [(link.memory.id, link.kind, link.weight) for link in knowledge.links(owner, memory, limit=_MOST_LINKS)]


def _lifted(score: Mapping[str, float], links: Links, share: float, kinds: frozenset[LinkKind]) -> list[str]:
    best = sorted(score, key=lambda memory: -score[memory])
    lift: dict[str, float] = {}
    for hit in best[:FROM]:
        for other, kind, weight in links[hit]:
            if kind in kinds:
                lift[other] = max(lift.get(other, 0.0), score[hit] * weight)
    every = [*best, *(memory for memory in lift if memory not in score)]
    return sorted(every, key=lambda memory: -(score.get(memory, 0.0) + share * lift.get(memory, 0.0)))

"""Writes what the READMEs tell of quality, between two marks, from what was measured (`bench.tables`)."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
OPENS, CLOSES = "<!-- figures -->\n", "<!-- /figures -->\n"
"""The marks around what is written here."""
FLOORS: Final = ("vector only", "full text only", "RRF of both")
_HEADS: Final = {
    "README.md": ("", "Enishi", "vectors alone", "full text alone", "RRF of both"),
    "README.ja.md": ("", "Enishi", "ベクトルだけ", "全文検索だけ", "両者の RRF"),
}
_ROWS: Final = {
    ("locomo", "ndcg10_macro"): ("LoCoMo, English talks, nDCG@10", "LoCoMo（英語の会話）nDCG@10"),
    ("beam100k", "any1"): (
        "BEAM, talks with an assistant, evidence first",
        "BEAM（アシスタントとの会話）根拠が 1 位",
    ),
    ("jemhopqa_facts", "full5_compositional"): (
        "JEMHopQA, Japanese multi-hop, all evidence in 5",
        "JEMHopQA（日本語、多段）根拠がすべて 5 位以内",
    ),
    ("jaquad", "R1"): ("JaQuAD, Japanese passages, recall@1", "JaQuAD（日本語の文章）recall@1"),
    ("sample", "ndcg10_same"): ("the sample, asked in its own language, nDCG@10", "サンプル、同じ言語で nDCG@10"),
    ("sample", "ndcg10_other"): ("the sample, asked in the other language, nDCG@10", "同、もう一方の言語で nDCG@10"),
}
"""The metric of a set, and its row in each README."""
_FACTS: Final = {
    "README.md": (
        "Those are development parts. The facts that are kept of English news sentences score **F1 {f1}** on CaRB "
        "(precision\n{precision}, recall {recall}), where a plain rule of subject, verb and object has {floor}."
    ),
    "README.ja.md": (
        "いずれも開発用の部分での値です。英語の報道文から実際に残る事実は CaRB で **F1 {f1}**（適合率 {precision}、"
        "再現率 {recall}）、主語・動詞・目的語だけの単純な規則は {floor} です。"
    ),
}


def figures(kept: Mapping[str, Mapping[str, Any]], name: str) -> str:
    """The table and the sentence of a README, of the results of each set."""
    rows = (_HEADS[name], ("---",) * len(_HEADS[name]), *_rows(kept, tuple(_HEADS).index(name)))
    carb = kept["carb"]
    floor = carb["floors"]["subject verb object"]["f1"]
    facts = _FACTS[name].format(f1=carb["f1"], precision=carb["precision"], recall=carb["recall"], floor=floor)
    return "\n".join(f"| {' | '.join(row)} |".replace("|  |", "| |") for row in rows) + f"\n\n{facts}\n"


def _rows(kept: Mapping[str, Mapping[str, Any]], language: int) -> Iterator[Sequence[str]]:
    for (name, metric), titles in _ROWS.items():
        result = kept[name]
        yield (titles[language], str(result[metric]), *(str(result["floors"][floor][metric]) for floor in FLOORS))


def with_figures(text: str, kept: Mapping[str, Mapping[str, Any]], name: str) -> str:
    """The text of a README with the figures of today between its marks. Raises ValueError where it has no marks."""
    start, end = text.index(OPENS) + len(OPENS), text.index(CLOSES)
    return text[:start] + figures(kept, name) + text[end:]


def write(kept: Mapping[str, Mapping[str, Any]]) -> None:
    """Writes both READMEs."""
    for name in _HEADS:
        path = ROOT / name
        path.write_text(with_figures(path.read_text(encoding="utf-8"), kept, name), encoding="utf-8")

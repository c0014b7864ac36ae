"""Repairs of the parse leave a tree, whatever the parser made of a sentence."""

import spacy
from spacy.tokens import Doc

from extraction.lang.en.parse.parse_repair import repair
from extraction.lang.en.parse.word_forms import LemmaTables


def test_an_order_under_its_own_object_becomes_the_root_above_it() -> None:
    doc = Doc(
        spacy.blank("en").vocab,
        words=["-", "mount", "Grafana"],
        tags=[":", "VB", "NNP"],
        heads=[2, 2, 2],
        deps=["punct", "compound", "ROOT"],
    )
    repair(doc, LemmaTables({}, {"verb": frozenset({"mount"}), "noun": frozenset({"mount"})}, {}))
    order, thing = doc[1], doc[2]
    assert (order.dep_, order.head.i) == ("ROOT", order.i)
    assert (thing.dep_, thing.head.i) == ("dobj", order.i)

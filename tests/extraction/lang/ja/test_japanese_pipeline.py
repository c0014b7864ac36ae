import pytest

from tests.extraction.models import japanese

pytestmark = pytest.mark.models

TEXTS = [
    "夏目漱石の『吾輩は猫である』は1905年に発表された。",
    "田中さんは株式会社リコーで働いている。昨日は京都にいた。",
    "",
    "東京",
    "  空白　と\n\n改行。田中。",
    "アラブ首長国連邦の宗教はイスラム教。",
]


def test_the_pipeline_keeps_the_morphologizer() -> None:
    assert "morphologizer" in japanese().pipe_names


@pytest.mark.usefixtures("released")
def test_the_strings_of_the_vectors_are_not_loaded_and_the_parse_is_the_same() -> None:
    import spacy

    from extraction.lang.ja.parse.pipeline import japanese_pipeline

    whole = spacy.load("ja_ginza", exclude=["attribute_ruler", "compound_splitter", "bunsetu_recognizer"])
    expected = [
        [(token.text, token.tag_, token.pos_, token.dep_, token.lemma_) for token in doc] for doc in whole.pipe(TEXTS)
    ]
    assert [
        [(token.text, token.tag_, token.pos_, token.dep_, token.lemma_) for token in doc]
        for doc in japanese().pipe(TEXTS)
    ] == expected
    assert len(japanese_pipeline().vocab.strings) < 10_000


def test_words_are_cut_as_spacys_own_tokenizer_cuts_them() -> None:
    import spacy

    texts = [*TEXTS, " ", "\u3000\n", " a  b ", "東京　へ\n\n行く😀 hello  world\t…", "e\u0301ｶﾞ゙㍿ 株👨‍👩‍👧", "😀" * 300]
    spacys, ours = spacy.blank("ja", config={"nlp": {"tokenizer": {"split_mode": "C"}}}), japanese()

    def tokens_of(doc: object) -> list[tuple[str, str, str, str]]:
        return [(token.text, token.whitespace_, token.tag_, token.lemma_) for token in doc]  # pyright: ignore

    for text in texts:
        assert tokens_of(ours.make_doc(text)) == tokens_of(spacys.make_doc(text))
        assert ours.make_doc(text).text == text


def test_the_pipeline_is_made_of_the_quick_parts() -> None:
    nlp = japanese()
    assert nlp.get_pipe("tok2vec").model.name == "quick_tok2vec"  # pyright: ignore
    assert nlp.get_pipe_meta("parser").factory == "enishi_parser"

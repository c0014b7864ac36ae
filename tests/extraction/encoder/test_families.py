import pytest

from extraction.encoder.records import prefixes


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("intfloat/multilingual-e5-base", ("query: ", "passage: ")),
        ("cl-nagoya/ruri-v3-310m", ("検索クエリ: ", "検索文書: ")),
        ("nomic-ai/nomic-embed-text-v1.5", ("search_query: ", "search_document: ")),
        ("BAAI/bge-m3", ("", "")),
        ("text-embedding-3-small", ("", "")),
    ],
)
def test_a_models_name_tells_what_to_put_before_its_texts(model: str, expected: tuple[str, str]) -> None:
    assert prefixes(model) == expected


def test_instructed_e5_models_get_a_task_and_no_passage_prefix() -> None:
    query, passage = prefixes("intfloat/multilingual-e5-large-instruct")
    assert query.startswith("Instruct: ")
    assert passage == ""

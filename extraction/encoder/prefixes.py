"""The prefixes of model families that were trained with them."""

_FAMILIES: tuple[tuple[str, str, str], ...] = (
    (
        "e5-large-instruct",
        "Instruct: Given a question, retrieve passages that answer it\nQuery: ",
        "",
    ),
    ("e5-mistral", "Instruct: Given a question, retrieve passages that answer it\nQuery: ", ""),
    ("e5-", "query: ", "passage: "),
    ("ruri-v3", "検索クエリ: ", "検索文書: "),
    ("ruri-", "クエリ: ", "文章: "),
    ("nomic-embed", "search_query: ", "search_document: "),
    ("embeddinggemma", "task: search result | query: ", "title: none | text: "),
)


def prefixes(model: str) -> tuple[str, str]:
    """The prefixes of questions and passages for a model by its name, empty for unknown families."""
    name = model.lower()
    for part, query, passage in _FAMILIES:
        if part in name:
            return query, passage
    return "", ""

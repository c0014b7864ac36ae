"""Knows which model families were trained with words put before questions and passages."""

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
    """What `model` expects before a question and before a passage, by its name; nothing for families unknown."""
    name = model.lower()
    for part, query, passage in _FAMILIES:
        if part in name:
            return query, passage
    return "", ""

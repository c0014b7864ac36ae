"""The record of a chosen embedding model: its prefixes, as its family was trained with, and how its cosines spread."""

from extraction.encoder.cosine_spread import spread
from extraction.encoder.protocol import Vectors
from extraction.settings.encoder import VectorSettings
from graph.model.extraction import EmbeddingModel

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


def prefixes_of(settings: VectorSettings, model: str) -> tuple[str, str]:
    """The prefixes of questions and passages: those of the settings, else those of the model's family."""
    query, passage = prefixes(model)
    return (
        query if settings.query_prefix is None else settings.query_prefix,
        passage if settings.passage_prefix is None else settings.passage_prefix,
    )


def record_of(
    settings: VectorSettings, name: str, version: str, prefixes: tuple[str, str], sample: Vectors
) -> EmbeddingModel:
    """The record of a model by the vectors that it made of `cosine_spread.SAMPLE`."""
    query, passage = prefixes
    return EmbeddingModel(
        name=name,
        dimensions=int(sample.shape[1]),
        version=version,
        query_prefix=query,
        passage_prefix=passage,
        spread=spread(sample) if settings.spread is None else settings.spread,
    )

"""Text to vectors: one protocol, three engines, each loaded when first used."""

from extraction.encoder.cosine_spread import spread
from extraction.encoder.e5.engine import E5Embedder
from extraction.encoder.protocol import Embeds, EmbedsWithStates, EncoderRun, Vectors
from extraction.encoder.question_vectors import QuestionVectors
from extraction.encoder.sentence_transformers_engine import SentenceTransformersEmbedder
from extraction.settings.encoder import VectorSettings

__all__ = [
    "Embeds",
    "EmbedsWithStates",
    "EncoderRun",
    "QuestionVectors",
    "VectorSettings",
    "Vectors",
    "open_embedder",
    "spread",
]


def open_embedder(settings: VectorSettings | None = None) -> Embeds:
    """The embedder of the settings; loads nothing yet. Raises Misconfigured when a setting does not fit the engine."""
    chosen = settings or VectorSettings()
    if chosen.engine == "e5":
        return E5Embedder(chosen)
    if chosen.engine == "openai":
        # httpx takes half a second to load: only for those who embed by HTTP.
        from extraction.encoder.remote import RemoteEmbedder  # noqa: PLC0415

        return RemoteEmbedder(chosen)
    return SentenceTransformersEmbedder(chosen)

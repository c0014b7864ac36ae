"""Chooses the engine that a deployment's settings name."""

from extraction.vectors.e5 import E5Embedder
from extraction.vectors.protocol import Embeds
from extraction.vectors.sentences import SentenceTransformersEmbedder
from extraction.vectors.settings import VectorSettings


def open_embedder(settings: VectorSettings | None = None) -> Embeds:
    """The embedder that `settings` choose; loads nothing yet.

    Misconfigured when a setting does not fit the engine.
    """
    chosen = settings or VectorSettings()
    if chosen.engine == "e5":
        return E5Embedder(chosen)
    if chosen.engine == "openai":
        # httpx takes half a second to load: only for those who embed by HTTP.
        from extraction.vectors.remote import RemoteEmbedder  # noqa: PLC0415

        return RemoteEmbedder(chosen)
    return SentenceTransformersEmbedder(chosen)

"""Text to vectors: one protocol, three engines, nothing loaded before it is needed."""

from extraction.vectors.crowding import spread
from extraction.vectors.engines import open_embedder
from extraction.vectors.protocol import Embeds, Seen, Vectors, Watched
from extraction.vectors.questions import QuestionVectors
from extraction.vectors.settings import VectorSettings

__all__ = ["Embeds", "QuestionVectors", "Seen", "VectorSettings", "Vectors", "Watched", "open_embedder", "spread"]

"""Text to vectors: one protocol, three engines, each loaded when first used."""

from extraction.encoder.cosine_spread import spread
from extraction.encoder.engines import open_embedder
from extraction.encoder.protocol import Embeds, EmbedsWithStates, EncoderRun, Vectors
from extraction.encoder.question_vectors import QuestionVectors
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

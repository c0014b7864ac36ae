"""An inferred relation with the facts that prove it; never a stated fact."""

from dataclasses import dataclass

from graph.model.types import InferenceKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """One inferred relation between two entities: its type, how sure, by which rule, and the ids of the facts."""

    kind: InferenceKind
    type: str
    source: str
    target: str
    confidence: float
    reasons: tuple[str, ...]
    evidence: tuple[str, ...]

    @property
    def id(self) -> str:
        """Its identity: the same conclusion has the same id whenever it is drawn again."""
        return f"{self.kind}:{self.type}:{self.source}:{self.target}"

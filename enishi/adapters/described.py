"""What an answer of Enishi says of a passage beside its text, as the plain values that other programs pass on."""

from graph.model.recalled import Hit


def described(hit: Hit) -> dict[str, object]:
    """What is known of a hit beside its text, as plain values."""
    memory = hit.memory
    return {
        "memory_id": memory.id,
        "title": memory.title,
        "score": hit.score,
        "confidence": hit.confidence,
        "why": hit.why,
        "happened": (memory.occurred_at or memory.created_at).isoformat(),
        "speaker": memory.speaker,
        "project": memory.project,
        "source": memory.source,
        "tags": list(memory.tags),
        "entities": list(hit.entities),
        "over": [ending.mark for ending in hit.endings],
    }

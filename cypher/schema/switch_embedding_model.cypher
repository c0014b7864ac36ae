// Lets the other model be the one whose vectors are read, and the one that was the other; once only.
// mode:   write
// params: side, now
// rows:   side
MATCH (current:EmbeddingModel {slot: 'current'})
MATCH (other:EmbeddingModel {slot: 'other'})
WHERE other.side = $side
// Each keeps its slot, of which there may be no two.
WITH current, other, current {.*, slot: 'other', state: 'former', side: coalesce(current.side, 'a')} AS former,
     other {.*, slot: 'current', state: null, recorded_at: $now} AS coming
SET current = coming, other = former
RETURN current.side AS side

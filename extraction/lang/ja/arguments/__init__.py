"""Japanese predicate-argument structure (semantic roles) with learned confidences, and zero subjects."""

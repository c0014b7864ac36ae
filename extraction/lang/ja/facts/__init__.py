"""Japanese facts: from clauses and fixed frames to typed statements between names."""

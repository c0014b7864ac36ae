"""English facts: from clauses between tokens to typed statements between names."""

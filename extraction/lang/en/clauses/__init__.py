"""English clauses and the pairs of ends they tie together."""

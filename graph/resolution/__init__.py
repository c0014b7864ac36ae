"""Entity resolution: which names are one entity (pure), the plan of changes, and the writer that applies it."""

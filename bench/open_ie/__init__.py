"""Open information extraction from the English clauses: what the sets `carb` and `wire57` measure them by."""

"""Japanese predicates and their arguments (semantic roles), with learned confidence and zero subjects."""

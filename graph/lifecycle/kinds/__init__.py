"""What a memory is of: a rule, a decision, what somebody prefers, an incident and other kinds."""

"""Context for prompts: what is relevant to a question, packed within a budget of tokens."""

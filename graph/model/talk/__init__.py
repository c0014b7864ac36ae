"""Values of routing, summaries, texts for prompts, and conversations."""

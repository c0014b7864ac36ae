"""From the findings of a language to the mentions and facts of a whole memory."""

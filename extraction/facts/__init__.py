"""From the findings of a language pack to the mentions and statements of a memory."""

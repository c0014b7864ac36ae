"""Notes in Markdown: plain ones, those of Obsidian, Logseq, Notion and basic-memory, and an agent's instructions."""

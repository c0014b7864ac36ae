"""Readers of files to ingest: JSON Lines, CSV, Markdown, text and chat exports as streams of drafts and errors."""

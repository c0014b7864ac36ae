"""Markdown files as a second home of memories: read and written, merged three ways with what the graph holds."""

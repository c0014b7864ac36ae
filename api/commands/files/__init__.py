"""Commands about files: synced with memories, kept for agents, and the hooks of their settings."""

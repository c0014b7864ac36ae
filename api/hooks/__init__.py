"""Hooks of coding agents: what a session is told from memory, and what of it is kept, without any model."""

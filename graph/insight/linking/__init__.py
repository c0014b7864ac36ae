"""Links between memories: one pure detector a kind, each from evidence that is kept beside the link."""

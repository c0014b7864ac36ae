"""Values of what happens to memories: acts and events, audiences, identities."""

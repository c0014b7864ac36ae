"""What may come in: drafts and filters checked, identities by content, facts that a caller gives. Pure."""

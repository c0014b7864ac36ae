"""Japanese names: entities, lookup, the speaker, coreference, introductions."""

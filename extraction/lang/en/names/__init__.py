"""English names: entities, common nouns that earn a node, the speaker, coreference."""

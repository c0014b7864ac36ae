"""What entities and relations may be: the types of the system and those of a person, their order and their rules."""

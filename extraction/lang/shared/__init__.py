"""What all language packs share: the registry, dates, amounts, expressions, the name component."""

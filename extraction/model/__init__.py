"""The values that the pipeline and the language packs exchange."""

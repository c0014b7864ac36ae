"""Names in any language: keys, titles, known names, speakers, kinship words, and the parts of a name."""

// Further conditions of a WHERE: the memory holds a text in lower case, or may, being packed; or none is looked for.
AND ($needle IS NULL OR toLower(memory.text) CONTAINS $needle OR memory.packed IS NOT NULL OR toLower(memory.title) CONTAINS $needle
     OR any(tag IN memory.tags WHERE toLower(tag) CONTAINS $needle))

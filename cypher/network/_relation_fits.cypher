// Whether the ends of a relation are of the types that its kind may tie. An end without a subtype is of its type alone.
(kind.sources IS NULL OR startNode(relation).type IN kind.sources
  OR coalesce(startNode(relation).subtype, '') IN kind.sources)
AND (kind.targets IS NULL OR endNode(relation).type IN kind.targets
  OR coalesce(endNode(relation).subtype, '') IN kind.targets)

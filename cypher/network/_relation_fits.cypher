// Whether the ends of a relation are of the types that its kind may tie.
(kind.sources IS NULL OR startNode(relation).type IN kind.sources OR startNode(relation).subtype IN kind.sources)
AND (kind.targets IS NULL OR endNode(relation).type IN kind.targets OR endNode(relation).subtype IN kind.targets)

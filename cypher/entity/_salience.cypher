// How much a chunk is about an entity: how surely it names it, twice for what it describes, more for each further place.
// By what the chunk says of this entity alone: what else it names is known only once other memories are.
reduce(sum = 0.0, tie IN ties | sum + tie.confidence * CASE type(tie) WHEN 'DESCRIBES' THEN 2.0 ELSE 1.0 END
                                      * (1.0 + log(CASE WHEN size(tie.starts) > 1 THEN size(tie.starts) ELSE 1 END)))

// Whether no fact ends or contradicts one of a chunk, and no memory what the chunk is of.
AND NOT EXISTS { (chunk)-[:STATES]->(:Fact)<-[:FROM|TO]-(:Inference {kind: 'superseded'}) }
AND NOT EXISTS { (chunk)-[:PART_OF]->(:Memory)-[:CONTRADICTION]-(:Memory) }

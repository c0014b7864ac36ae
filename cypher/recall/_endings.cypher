// What a chunk says that is over or openly contradicted, as `endings`, each with what says so; looked for only where marked.
CALL (chunk) {
  CALL (chunk) {
    WITH chunk
    WHERE chunk.outdated
    MATCH (chunk)-[:STATES]->(fact:Fact)<-[side:FROM|TO]-(said:Inference)-[:FROM|TO]->(later:Fact)<-[:STATES]-(source:Chunk)
    WHERE said.user_id = $user_id AND said.kind = 'superseded' AND said.to_infer IS NULL
      AND coalesce(said.validation_status, '') <> 'rejected'
      AND source.user_id = $user_id AND source.status <> 'invalid'
    // What contradicts and does not end it leaves it open, and each of the two is shown beside the other.
    WITH chunk, fact, said, later, source, type(side) = 'TO' AS ends, CASE type(side)
      WHEN 'TO' THEN said.at.epochSeconds <> later.valid_from.epochSeconds
      ELSE said.at.epochSeconds <> fact.valid_from.epochSeconds END AS open
    WHERE ends OR open
    MATCH (source)-[:PART_OF]->(by:Memory)
    MATCH (chunk)-[:PART_OF]->(own:Memory)
    WITH chunk, fact, said, later, source, by, own, open, own.packed AS kept
    WHERE ($filters.audiences IS NULL OR by.audience IN $filters.audiences)
      AND NOT (open AND EXISTS { (own)-[judged:CONTRADICTION]-(by) WHERE judged.validation_status = 'rejected' })
    MATCH (fact)-[:SUBJECT]->(subject:Entity)
    MATCH (fact)-[:OBJECT]->(object:Entity)
    RETURN {at: toString(CASE WHEN open THEN coalesce(by.occurred_at, by.created_at) ELSE said.at END), open: open,
            reason: said.reasons[0], confidence: said.confidence, inference_id: said.id,
            fact_id: fact.id, subject: subject.name, predicate: fact.predicate, object: object.name,
            object_type: object.type, start: fact.start, end: fact.end,
            packed: kept, by_packed: by.packed, by_start: later.start, by_end: later.end,
            says: substring(coalesce(chunk.text, chunk.kept_text), fact.start - chunk.start, fact.end - fact.start),
            memory_id: by.id, utc_offset: by.utc_offset,
            text: substring(coalesce(source.text, source.kept_text), later.start - source.start, later.end - later.start),
            beside: [(chunk)-[:STATES]->(other:Fact)-[:OBJECT]->(thing:Entity)
                     WHERE other.start = fact.start AND other <> fact AND other.holds AND other.told_to IS NULL
                     | {subject: [(other)-[:SUBJECT]->(of:Entity) | of.name][0], lemma: other.lemma,
                        object: thing.name, object_type: thing.type}]} AS ending
    UNION ALL
    WITH chunk
    WHERE chunk.outdated
    MATCH (chunk)-[:PART_OF]->(own:Memory)<-[link:CONTRADICTION]-(by:Memory)<-[:PART_OF]-(source:Chunk)
    WHERE link.over_start >= chunk.start AND link.over_start < chunk.end AND link.to_link IS NULL
      AND link.validation_status <> 'rejected'
      AND source.user_id = $user_id AND source.status <> 'invalid'
      AND source.start <= link.by_start AND link.by_start < source.end
      AND ($filters.audiences IS NULL OR by.audience IN $filters.audiences)
    WITH chunk, link, by, source, own.packed AS kept
    RETURN {at: toString(link.last_evidence), open: false, reason: link.reasons[0], confidence: link.confidence, inference_id: null,
            fact_id: null, subject: '', predicate: '', object: '', object_type: '',
            start: link.over_start, end: link.over_end,
            packed: kept, by_packed: by.packed, by_start: link.by_start, by_end: link.by_end,
            says: substring(coalesce(chunk.text, chunk.kept_text), link.over_start - chunk.start,
                            link.over_end - link.over_start),
            memory_id: by.id, utc_offset: by.utc_offset,
            text: substring(coalesce(source.text, source.kept_text), link.by_start - source.start,
                            link.by_end - link.by_start),
            beside: [(chunk)-[:STATES]->(other:Fact)-[:OBJECT]->(thing:Entity)
                     WHERE link.over_start <= other.start < link.over_end AND other.holds AND other.told_to IS NULL
                     | {subject: [(other)-[:SUBJECT]->(of:Entity) | of.name][0], lemma: other.lemma,
                        object: thing.name, object_type: thing.type}]} AS ending
    UNION ALL
    WITH chunk
    WHERE chunk.outdated
    MATCH (chunk)-[:PART_OF]->(own:Memory)-[link:CONTRADICTION]-(by:Memory)<-[:PART_OF]-(source:Chunk)
    WHERE link.over_start IS NULL AND link.to_link IS NULL AND link.validation_status <> 'rejected'
      AND source.user_id = $user_id AND source.status <> 'invalid' AND source.ordinal = 0
      AND ($filters.audiences IS NULL OR by.audience IN $filters.audiences)
      // What somebody confirmed is so. Else of facts the inferences tell; and what says what changed is contradicted by
      // none that does not know of it.
      AND (link.validation_status = 'confirmed'
           OR (link.subtype = 'wording' OR link.subtype = 'change' AND endNode(link) = own) AND NOT EXISTS {
             (own)<-[:PART_OF]-(:Chunk)-[:STATES]->(:Fact)<-[:FROM|TO]-(:Inference {kind: 'superseded'})
             -[:FROM|TO]->(:Fact)<-[:STATES]-(:Chunk)-[:PART_OF]->(by) })
    RETURN {at: toString(coalesce(by.occurred_at, by.created_at)), open: true, reason: link.reasons[0],
            confidence: link.confidence, inference_id: null,
            fact_id: null, subject: '', predicate: '', object: '', object_type: '',
            start: chunk.start, end: chunk.end,
            packed: own.packed, by_packed: by.packed, by_start: source.start, by_end: source.end,
            says: coalesce(chunk.text, chunk.kept_text), memory_id: by.id, utc_offset: by.utc_offset,
            text: coalesce(source.text, source.kept_text), beside: []} AS ending
  }
  RETURN collect(ending) AS endings
}

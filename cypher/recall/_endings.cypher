// What a chunk says that is over, as `endings`, each with the sentence that ended it; looked for only where there is any.
CALL (chunk) {
  CALL (chunk) {
    WITH chunk
    WHERE chunk.outdated
    MATCH (chunk)-[:STATES]->(fact:Fact)<-[:TO]-(said:Inference)-[:FROM]->(later:Fact)<-[:STATES]-(source:Chunk)
    WHERE said.user_id = $user_id AND said.kind = 'superseded' AND said.to_infer IS NULL
      AND coalesce(said.validation_status, '') <> 'rejected'
      // What contradicts and does not end it leaves it open.
      AND said.at.epochSeconds = later.valid_from.epochSeconds AND source.user_id = $user_id AND source.status <> 'invalid'
    MATCH (source)-[:PART_OF]->(by:Memory)
    MATCH (chunk)-[:PART_OF]->(own:Memory)
    WITH chunk, fact, said, later, source, by, own.packed AS kept
    MATCH (fact)-[:SUBJECT]->(subject:Entity)
    MATCH (fact)-[:OBJECT]->(object:Entity)
    RETURN {at: toString(said.at), reason: said.reasons[0], confidence: said.confidence, inference_id: said.id,
            fact_id: fact.id, subject: subject.name, predicate: fact.predicate, object: object.name,
            object_type: object.type, start: fact.start, end: fact.end,
            packed: kept, by_packed: by.packed, by_start: later.start, by_end: later.end,
            says: substring(coalesce(chunk.text, chunk.kept_text), fact.start - chunk.start, fact.end - fact.start),
            memory_id: by.id, utc_offset: by.utc_offset,
            text: substring(coalesce(source.text, source.kept_text), later.start - source.start, later.end - later.start),
            beside: [(chunk)-[:STATES]->(other:Fact)-[:OBJECT]->(thing:Entity)
                     WHERE other.start = fact.start AND other <> fact AND other.holds AND other.told_to IS NULL
                     | {lemma: other.lemma, object: thing.name, object_type: thing.type}]} AS ending
    UNION ALL
    WITH chunk
    WHERE chunk.outdated
    MATCH (chunk)-[:PART_OF]->(own:Memory)<-[link:CONTRADICTION]-(by:Memory)<-[:PART_OF]-(source:Chunk)
    WHERE link.over_start >= chunk.start AND link.over_start < chunk.end AND link.to_link IS NULL
      AND link.validation_status <> 'rejected'
      AND source.user_id = $user_id AND source.status <> 'invalid'
      AND source.start <= link.by_start AND link.by_start < source.end
    WITH chunk, link, by, source, own.packed AS kept
    RETURN {at: toString(link.last_evidence), reason: link.reasons[0], confidence: link.confidence, inference_id: null,
            fact_id: null, subject: '', predicate: '', object: '', object_type: '',
            start: link.over_start, end: link.over_end,
            packed: kept, by_packed: by.packed, by_start: link.by_start, by_end: link.by_end,
            says: substring(coalesce(chunk.text, chunk.kept_text), link.over_start - chunk.start,
                            link.over_end - link.over_start),
            memory_id: by.id, utc_offset: by.utc_offset,
            text: substring(coalesce(source.text, source.kept_text), link.by_start - source.start,
                            link.by_end - link.by_start),
            beside: []} AS ending
  }
  RETURN collect(ending) AS endings
}

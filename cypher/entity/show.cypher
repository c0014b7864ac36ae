// One entity: its names, whom it may mean and who may mean it, its relations and latest facts, its proposals.
// mode:   read
// params: user_id, id, limit, latest, lemmas, prefixes, types, telling_most, never, passages_most
// rows:   entity, names, may_be, meant_by, relations, facts, telling, fact_count, memories, memory_count, weights, proposals, apart, given, passages, located
MATCH (entity:Entity {id: $id, user_id: $user_id})
RETURN entity {.id, .name, .type, .subtype, .aliases, .description, .attributes, .mention_count, .confidence,
               .validation_status, .edited, .first_seen, .last_seen, .merged_from, .embedded_at, .to_embed,
               embedded: entity.embedding IS NOT NULL} AS entity,
       COLLECT {
         MATCH (name:Name)-[belongs:NAMES]->(entity)
         WITH name, belongs
         ORDER BY name.count DESC, name.key
         RETURN {key: name.key, type: name.type, name: name.name, count: name.count,
                 held: coalesce(belongs.held, false), was: coalesce(belongs.was, [])}
       } AS names,
       COLLECT {
         MATCH (entity)-[tie:MAY_BE]->(other:Entity {user_id: $user_id})
         WITH tie, other
         ORDER BY tie.confidence DESC, other.id
         RETURN {id: other.id, name: other.name, confidence: tie.confidence, reasons: tie.reasons, shown: tie.shown}
       } AS may_be,
       COLLECT {
         MATCH (entity)<-[tie:MAY_BE]-(other:Entity {user_id: $user_id})
         WITH tie, other
         ORDER BY tie.confidence DESC, other.id
         LIMIT $limit
         RETURN {id: other.id, name: other.name, confidence: tie.confidence, reasons: tie.reasons, shown: tie.shown}
       } AS meant_by,
       COLLECT {
         MATCH (entity)-[tie]-(other:Entity {user_id: $user_id})
         WHERE tie.evidence_count > 0
         WITH tie, CASE WHEN tie.turned THEN endNode(tie) ELSE startNode(tie) END AS source,
              CASE WHEN tie.turned THEN startNode(tie) ELSE endNode(tie) END AS target
         ORDER BY tie.evidence_count DESC, tie.confidence DESC, target.id
         LIMIT $limit
         RETURN tie {.predicate, .evidence_count, .confidence, .validation_status, .validated_by, .validated_at, .note,
                     type: type(tie), source: source.id, source_name: source.name, target: target.id,
                     target_name: target.name}
       } AS relations,
       COLLECT {
         MATCH (entity)<-[:SUBJECT|OBJECT]-(fact:Fact|LiteralFact {user_id: $user_id})<-[:STATES]-(chunk:Chunk {user_id: $user_id})
         WHERE chunk.status <> 'invalid'
         WITH DISTINCT fact, chunk
         ORDER BY fact.said_at DESC, fact.id
         LIMIT $latest
         MATCH (memory:Memory)<-[:PART_OF]-(chunk)
         OPTIONAL MATCH (fact)-[:SUBJECT]->(subject:Entity)
         OPTIONAL MATCH (fact)-[:OBJECT]->(object:Entity)
         RETURN fact {.id, .predicate, .type, .polarity, .modality, .confidence, .start, .end, .said_at, .valid_to,
                      .time, .place, .amount, .subject_text, .object_text, .roles, .arguments, memory_id: memory.id,
                      subject_id: subject.id, subject: coalesce(subject.name, fact.subject_text),
                      object_id: object.id, object: coalesce(object.name, fact.object_text), chunk_start: chunk.start,
                      text: coalesce(chunk.text, chunk.kept_text, ''), packed: memory.packed}
         ORDER BY fact.said_at DESC, fact.id
       } AS facts,
       COLLECT {
         // Those that hold and may tell an attribute.
         MATCH (entity)<-[:SUBJECT|OBJECT]-(fact:Fact|LiteralFact {user_id: $user_id})<-[:STATES]-(chunk:Chunk {user_id: $user_id})
         WHERE chunk.status <> 'invalid' AND fact.holds AND fact.past IS NULL AND fact.valid_to = $never
           AND (fact.lemma IN $lemmas OR fact.type IN $types OR any(prefix IN $prefixes WHERE fact.lemma STARTS WITH prefix))
         WITH DISTINCT fact, chunk
         ORDER BY fact.said_at DESC, fact.id
         LIMIT $telling_most
         MATCH (memory:Memory)<-[:PART_OF]-(chunk)
         OPTIONAL MATCH (fact)-[:SUBJECT]->(subject:Entity)
         OPTIONAL MATCH (fact)-[:OBJECT]->(object:Entity)
         RETURN fact {.id, .lemma, .type, .confidence, .said_at, .subject_text, .object_text, memory_id: memory.id,
                      subject_id: subject.id, subject_name: subject.name, subject_type: subject.type,
                      object_id: object.id, object_name: object.name, object_type: object.type}
       } AS telling,
       COUNT {
         MATCH (entity)<-[:SUBJECT|OBJECT]-(fact:Fact|LiteralFact {user_id: $user_id})<-[:STATES]-(chunk:Chunk {user_id: $user_id})
         WHERE chunk.status <> 'invalid'
         RETURN DISTINCT fact
       } AS fact_count,
       COLLECT {
         MATCH (entity)<-[tie:MENTIONS|DESCRIBES]-(:Chunk {user_id: $user_id})-[:PART_OF]->(memory:Memory)
         WITH memory, collect(tie.surfaces) AS surfaces
         ORDER BY memory.created_at DESC, memory.id DESC
         LIMIT $latest
         CALL (memory, entity) {
           MATCH (memory)<-[:PART_OF]-(chunk:Chunk {user_id: $user_id})-[tie:MENTIONS|DESCRIBES]->(entity)
           WHERE size(tie.starts) > 0
           WITH chunk, tie
           ORDER BY chunk.start
           LIMIT 1
           RETURN collect({start: tie.starts[0], end: tie.ends[0], chunk_start: chunk.start,
                           text: coalesce(chunk.text, chunk.kept_text, ''), packed: memory.packed}) AS places
         }
         CALL (memory, entity) {
           MATCH (memory)<-[:PART_OF]-(:Chunk {user_id: $user_id})-[tie:MENTIONS|DESCRIBES]->(other:Entity {user_id: $user_id})
           RETURN sum(CASE WHEN other = entity THEN size(tie.starts) ELSE 0 END) AS its, sum(size(tie.starts)) AS all_of_it
         }
         RETURN memory {.id, .title, .created_at, .occurred_at, .utc_offset, .status, surfaces: surfaces, places: places,
                        its: its, all_of_it: all_of_it}
         ORDER BY memory.created_at DESC, memory.id DESC
       } AS memories,
       COUNT {
         MATCH (entity)<-[:MENTIONS|DESCRIBES]-(:Chunk {user_id: $user_id})-[:PART_OF]->(memory:Memory)
         RETURN DISTINCT memory
       } AS memory_count,
       COLLECT {
         MATCH (entity)<-[:MENTIONS|DESCRIBES]-(:Chunk {user_id: $user_id})-[:PART_OF]->(memory:Memory)
         WITH DISTINCT memory
         WHERE memory.status = 'active'
         RETURN {importance: max(coalesce(memory.importance, 0.0)), uses: sum(coalesce(memory.use_count, 0))}
       } AS weights,
       COLLECT {
         MATCH (entity)-[tie:SAME_AS_PROPOSED]-(other:Entity {user_id: $user_id})
         WITH tie, other
         ORDER BY tie.score DESC, other.id
         RETURN {id: other.id, name: other.name, confidence: tie.score, reasons: tie.reasons, shown: false}
       } AS proposals,
       [(entity)-[:KEPT_APART]-(other:Entity) | other.id] AS apart,
       COLLECT {
         MATCH (:Name)-[alias:ALIAS_OF {held: true}]->(:Name)-[:NAMES]->(entity)
         WHERE alias.name IS NOT NULL AND alias.name <> entity.name
         RETURN DISTINCT alias.name AS given
         ORDER BY given
       } AS given,
       COUNT {
         MATCH (entity)<-[:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: $user_id})
         WHERE chunk.embedding IS NOT NULL
         WITH DISTINCT chunk
         LIMIT $passages_most
         RETURN chunk
       } AS passages,
       COLLECT {
         // A place is where the memory was written that is about it.
         MATCH (entity)<-[tie:DESCRIBES]-(:Chunk {user_id: $user_id})-[:PART_OF]->(memory:Memory)
         WHERE entity.type = 'Location' AND memory.latitude IS NOT NULL AND memory.longitude IS NOT NULL
           AND memory.status = 'active'
         WITH memory, max(tie.confidence) AS confidence
         ORDER BY coalesce(memory.occurred_at, memory.created_at) DESC, memory.id DESC
         LIMIT 1
         RETURN memory {.latitude, .longitude, memory_id: memory.id, confidence: confidence,
                        said_at: coalesce(memory.occurred_at, memory.created_at)}
       } AS located

// One entity: its names, whom it may mean and who may mean it, its relations, its proposals.
// mode:   read
// params: user_id, id, limit
// rows:   entity, names, may_be, meant_by, relations, proposals, apart
MATCH (entity:Entity {id: $id, user_id: $user_id})
RETURN entity {.id, .name, .type, .subtype, .aliases, .description, .attributes, .mention_count, .confidence,
               .validation_status, .edited, .first_seen, .last_seen, .merged_from} AS entity,
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
         WITH tie, startNode(tie) AS source, endNode(tie) AS target
         ORDER BY tie.evidence_count DESC, target.id
         LIMIT $limit
         RETURN tie {.predicate, .evidence_count, .confidence, .validation_status, .validated_by, .note,
                     type: type(tie), source: source.id, source_name: source.name, target: target.id,
                     target_name: target.name}
       } AS relations,
       COLLECT {
         MATCH (entity)-[tie:SAME_AS_PROPOSED]-(other:Entity {user_id: $user_id})
         WITH tie, other
         ORDER BY tie.score DESC, other.id
         RETURN {id: other.id, name: other.name, confidence: tie.score, reasons: tie.reasons, shown: false}
       } AS proposals,
       [(entity)-[:KEPT_APART]-(other:Entity) | other.id] AS apart

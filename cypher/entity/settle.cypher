// Moves names between entities with all that came by them, and writes what else was judged: references, proposals.
// mode:   write
// params: user_id, created, moves, moved, faces, referring, references, considered, proposals, reblocked, share, due, now, symmetric
// rows:   moved
MATCH (user:User {id: $user_id})
SET user.share = coalesce($share, user.share),
    // Whether all parts of names are to be resolved again, by a step of its own that a killed process may not come to.
    user.due = CASE WHEN $due IS NULL THEN user.due WHEN $due THEN true ELSE null END
WITH user
CALL (user) {
  UNWIND $created AS row
  MERGE (entity:Entity {id: row.id, user_id: $user_id})
  ON CREATE SET entity += row.properties, entity.version = user.writes, entity:$(row.properties.type)
}
CALL () {
  // What was inferred of entities that win or lose names no longer holds: it is taken back and inferred anew.
  UNWIND $moved AS id
  MATCH (entity:Entity {id: id, user_id: $user_id})
  SET entity.to_infer = true
  WITH entity
  MATCH (entity)<-[:FROM|TO]-(old:Inference {user_id: $user_id})
  CALL (old) {
    MATCH (old)-[:FROM|TO]->(end:Entity {user_id: $user_id})
    SET end.to_infer = true
  }
  WITH DISTINCT old
  WHERE NOT coalesce(old.validation_status, '') IN ['confirmed', 'rejected']
  DETACH DELETE old
}
CALL () {
  // What a person said of what was inferred waits to be inferred anew, and goes where the facts go that it rests on.
  UNWIND $moved AS id
  MATCH (:Entity {id: id, user_id: $user_id})<-[:FROM|TO]-(one:Inference {user_id: $user_id})
  WITH DISTINCT one
  SET one.to_infer = true
  WITH one
  MATCH (one)-[end:FROM|TO]->(entity:Entity {user_id: $user_id})
  MATCH (one)-[:RESTS_ON]->(fact:Fact {user_id: $user_id})-[tie:SUBJECT|OBJECT]->(entity)
  RETURN collect({one: one, end: type(end), entity: entity, fact: fact, tie: type(tie)}) AS judged
}
CALL () {
  UNWIND $moved AS id
  MATCH (:Entity {id: id, user_id: $user_id})<-[:SUBJECT|OBJECT]-(older:Fact {user_id: $user_id})
  MATCH (older)<-[:TO]-(old:Inference {user_id: $user_id, kind: 'superseded', holder: id})
  FOREACH (one IN CASE WHEN old.validation_status IN ['confirmed', 'rejected'] THEN [old] ELSE [] END |
    SET one.to_infer = true)
  FOREACH (one IN CASE WHEN old.validation_status IN ['confirmed', 'rejected'] THEN [] ELSE [old] END |
    DETACH DELETE one)
  WITH DISTINCT older
  // As inference/store has it: what a later fact of another holder ended stays ended.
  CALL (older) {
    OPTIONAL MATCH (older)<-[:TO]-(left:Inference {user_id: $user_id, kind: 'superseded'})
    WHERE coalesce(left.validation_status, '') <> 'rejected' AND left.to_infer IS NULL
    RETURN min(left.at) AS at
  }
  SET older.valid_to = coalesce(at, older.told_to, older.valid_to),
      older.told_to = CASE WHEN at IS NULL THEN null ELSE older.told_to END
}
CALL () {
  // What a person said of a relation stays with the facts that speak of it, wherever their ends go.
  UNWIND $moved AS id
  MATCH (:Entity {id: id, user_id: $user_id})-[relation]-(:Entity {user_id: $user_id})
  WHERE relation.validation_status IN ['confirmed', 'rejected'] OR relation.weight_set IS NOT NULL
     OR relation.confidence_set IS NOT NULL
  WITH DISTINCT relation, startNode(relation) AS subject, endNode(relation) AS object
  MATCH (subject)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id})-[:SUBJECT|OBJECT]->(object)
  WHERE fact.type = type(relation) AND (fact.type IN $symmetric OR EXISTS { (fact)-[:SUBJECT]->(subject) })
  RETURN collect({fact: fact, status: relation.validation_status, by: relation.validated_by,
                  at: relation.validated_at, note: relation.note, weight: relation.weight_set,
                  confidence: relation.confidence_set}) AS said
}
CALL (user) {
  UNWIND $moves AS row
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})-[old:NAMES]->(from:Entity)
  MATCH (to:Entity {id: row.to, user_id: $user_id})
  WHERE from <> to
  CREATE (name)-[new:NAMES]->(to)
  SET new = properties(old), new.was = row.was, name.version = user.writes
  DELETE old
  WITH name, from, to
  CALL (name, from, to) {
    MATCH (from)<-[old:MENTIONS {key: name.key, kind: name.type}]-(chunk:Chunk)
    CREATE (chunk)-[new:MENTIONS]->(to)
    SET new = properties(old)
    DELETE old
  }
  CALL (name, from, to) {
    MATCH (from)<-[old:DESCRIBES {key: name.key, kind: name.type}]-(chunk:Chunk)
    CREATE (chunk)-[new:DESCRIBES]->(to)
    SET new = properties(old)
    DELETE old
  }
  CALL (name, from, to) {
    MATCH (from)<-[old:SUBJECT {key: name.key, kind: name.type}]-(fact:Fact|LiteralFact)
    CREATE (fact)-[new:SUBJECT]->(to)
    SET new = properties(old)
    DELETE old
  }
  CALL (name, from, to) {
    MATCH (from)<-[old:OBJECT {key: name.key, kind: name.type}]-(fact:Fact|LiteralFact)
    CREATE (fact)-[new:OBJECT]->(to)
    SET new = properties(old)
    DELETE old
  }
}
CALL (judged) {
  UNWIND judged AS row
  WITH row.one AS one, row.end AS end, row.entity AS entity, row.fact AS fact, row.tie AS tie
  MATCH (fact)-[ends:SUBJECT|OBJECT]->(now:Entity {user_id: $user_id})
  WHERE type(ends) = tie
  // Where the names of an end part, it stays with what it was.
  ORDER BY now = entity DESC, fact.id
  WITH one, end, head(collect(now)) AS now
  WITH one, head(collect(CASE end WHEN 'FROM' THEN now END)) AS source,
       head(collect(CASE end WHEN 'TO' THEN now END)) AS target
  WHERE source IS NOT NULL AND target IS NOT NULL
  WITH one, source, target,
       target.id < source.id AND (one.kind = 'prediction' OR one.type IN ['COLLEAGUE', 'FAMILY_MEMBER']) AS turned
  WITH one, CASE WHEN turned THEN target ELSE source END AS source, CASE WHEN turned THEN source ELSE target END AS target
  // As Conclusion.id has it. Of two that come to be of the same what was said last is kept.
  WITH one, source, target, one.kind + ':' + one.type + ':' + source.id + ':' + target.id AS id
  ORDER BY one.validated_at DESC, one.id
  WITH id, source, target, collect(one) AS ones
  FOREACH (less IN CASE WHEN source = target THEN ones ELSE ones[1..] END | DETACH DELETE less)
  WITH id, source, target, ones[0] AS one
  WHERE source <> target
  SET one.id = null
  // Not one by one: the id that one is given may be that which another gives up.
  WITH collect({one: one, id: id, source: source, target: target}) AS kept
  UNWIND kept AS row
  WITH row.one AS one, row.id AS id, row.source AS source, row.target AS target
  CALL (id) {
    MATCH (same:Inference {user_id: $user_id, id: id})
    DETACH DELETE same
  }
  CALL (one, source, target) {
    MATCH (one)-[old:FROM|TO]->(:Entity {user_id: $user_id})
    DELETE old
    WITH DISTINCT one, source, target
    MERGE (one)-[:FROM]->(source)
    MERGE (one)-[:TO]->(target)
  }
  SET one.id = id
}
CALL () {
  // The sums of facts between entities that won or lost some, made anew as in entity/sum.
  UNWIND $moved AS id
  MATCH (:Entity {id: id, user_id: $user_id})-[relation]-(:Entity {user_id: $user_id})
  WHERE relation.evidence_count IS NOT NULL
  SET relation.evidence_count = 0
}
CALL () {
  UNWIND $moved AS id
  MATCH (:Entity {id: id, user_id: $user_id})<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id, holds: true})
  WITH DISTINCT fact
  MATCH (fact)<-[:STATES]-(chunk:Chunk {user_id: $user_id})
  WHERE chunk.status <> 'invalid'
  WITH fact
  ORDER BY fact.confidence DESC, fact.lemma, fact.id
  MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
  WHERE subject <> object
  // What says the same from either end begins with the lower id; `turned` tells that it was told from the other one.
  WITH fact, subject, object, fact.type IN $symmetric AND object.id < subject.id AS turned
  WITH CASE WHEN turned THEN object ELSE subject END AS source, CASE WHEN turned THEN subject ELSE object END AS target,
       fact.type AS type, collect(fact) AS facts, head(collect(turned)) AS turned
  // include: entity/_relation
  SET relation.evidence_count = size(facts), relation.predicate = head(facts).lemma,
      relation.surest = head(facts).confidence,
      relation.method = head(facts).method, relation.turned = nullIf(turned, false),
      relation.confidence = 1 - reduce(wrong = 1.0, one IN facts | wrong * (1 - one.confidence)),
      relation.first_seen = reduce(low = head(facts).said_at, one IN facts |
                                   CASE WHEN one.said_at < low THEN one.said_at ELSE low END),
      relation.last_seen = reduce(high = head(facts).said_at, one IN facts |
                                  CASE WHEN one.said_at > high THEN one.said_at ELSE high END)
}
CALL (said) {
  UNWIND said AS one
  WITH one, one.fact AS fact
  MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
  WHERE subject <> object
  WITH one, fact, subject, object, fact.type IN $symmetric AND object.id < subject.id AS turned
  // What was only weighed comes after what was judged.
  ORDER BY one.at IS NULL, one.at DESC, fact.id
  WITH CASE WHEN turned THEN object ELSE subject END AS source, CASE WHEN turned THEN subject ELSE object END AS target,
       fact.type AS type, head(collect(one)) AS latest
  // include: entity/_relation
  SET relation.weight_set = coalesce(relation.weight_set, latest.weight),
      relation.confidence_set = coalesce(relation.confidence_set, latest.confidence)
  WITH relation, latest
  WHERE relation.validation_status = 'unvalidated'
  SET relation.validation_status = latest.status, relation.validated_by = latest.by, relation.validated_at = latest.at,
      relation.note = latest.note
}
CALL () {
  UNWIND $moved AS id
  MATCH (:Entity {id: id, user_id: $user_id})-[relation]-(:Entity {user_id: $user_id})
  WHERE relation.evidence_count IS NOT NULL
  WITH DISTINCT relation, startNode(relation) AS subject, endNode(relation) AS object
  // include: entity/_weigh
  WITH relation, subject, object
  WHERE relation.evidence_count = 0
  SET relation.confidence = 0.0
  REMOVE relation.predicate, relation.surest, relation.turned, relation.method, relation.first_seen, relation.last_seen
  WITH relation, subject, object
  WHERE relation.validation_status = 'unvalidated' OR NOT EXISTS {
    (subject)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id})-[:SUBJECT|OBJECT]->(object)
    WHERE fact.type = type(relation) AND (fact.type IN $symmetric OR EXISTS { (fact)-[:SUBJECT]->(subject) }) }
  DELETE relation
}
CALL () {
  UNWIND $moves AS row
  MATCH (from:Entity {id: row.from, user_id: $user_id})-[apart:KEPT_APART]-(other:Entity {user_id: $user_id})
  WHERE other.id <> row.to AND NOT EXISTS { (from)<-[:NAMES]-(:Name) }
  MATCH (to:Entity {id: row.to, user_id: $user_id})
  MERGE (to)-[kept:KEPT_APART]-(other)
  SET kept += properties(apart)
}
CALL () {
  UNWIND $moved AS id
  MATCH (entity:Entity {id: id, user_id: $user_id})
  WHERE NOT EXISTS { (entity)<-[:NAMES]-(:Name) }
  DETACH DELETE entity
}
CALL (user) {
  UNWIND $faces AS row
  MATCH (entity:Entity {id: row.id, user_id: $user_id})
  REMOVE entity:$(entity.type)
  SET entity:$(row.properties.type)
  SET entity += row.properties, entity.to_embed = true,
      entity.mention_count = size(COLLECT {
        MATCH (entity)<-[:MENTIONS|DESCRIBES]-(chunk:Chunk) RETURN DISTINCT chunk.id })
  WITH user, entity
  MATCH (entity)<-[:NAMES]-(name:Name)
  SET name.version = user.writes
  WITH entity, min(name.first_seen) AS first_seen, max(name.last_seen) AS last_seen
  SET entity.first_seen = first_seen, entity.last_seen = last_seen
}
CALL () {
  UNWIND $reblocked AS row
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})-[old:IN_BLOCK]->(block:Block)
  WHERE NOT block.key IN row.blocks
  DELETE old
}
CALL () {
  UNWIND $referring AS id
  MATCH (entity:Entity {id: id, user_id: $user_id})-[old:MAY_BE]->(:Entity {user_id: $user_id})
  DELETE old
}
CALL () {
  UNWIND $references AS row
  MATCH (entity:Entity {id: row.from, user_id: $user_id})
  WITH row, entity
  MATCH (other:Entity {id: row.to, user_id: $user_id})
  MERGE (entity)-[reference:MAY_BE]->(other)
  SET reference.confidence = row.confidence, reference.reasons = row.reasons, reference.shown = row.shown,
      reference.weight = row.weight
}
CALL () {
  UNWIND $considered AS id
  MATCH (entity:Entity {id: id, user_id: $user_id})-[old:SAME_AS_PROPOSED]-(:Entity {user_id: $user_id})
  DELETE old
}
CALL () {
  UNWIND $proposals AS row
  MATCH (entity:Entity {id: row.from, user_id: $user_id})
  WITH row, entity
  MATCH (other:Entity {id: row.to, user_id: $user_id})
  MERGE (entity)-[proposal:SAME_AS_PROPOSED]->(other)
  SET proposal.score = row.score, proposal.reasons = row.reasons, proposal.weight = 0.0, proposal.at = $now
}
RETURN size($moves) AS moved

// Removes the facts that memories state; tells between which entities they stood, and what a person judged by them.
// mode:   write
// params: user_id, ids
// rows:   dropped, pairs, judged
CALL () {
  UNWIND $ids AS id
  MATCH (:Memory {id: id, user_id: $user_id})<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:STATES]->(fact:LiteralFact)
  DETACH DELETE fact
  RETURN count(*) AS literals
}
CALL () {
  UNWIND $ids AS id
  MATCH (:Memory {id: id, user_id: $user_id})<-[:PART_OF]-(:Chunk {user_id: $user_id})-[:STATES]->(fact:Fact)
  MATCH (fact)-[:SUBJECT]->(subject:Entity {user_id: $user_id})
  MATCH (fact)-[:OBJECT]->(object:Entity {user_id: $user_id})
  WITH id, fact, subject, object, COLLECT {
    MATCH (fact)<-[tie:RESTS_ON|FROM|TO]-(inference:Inference {user_id: $user_id})
    RETURN {id: inference.id, tie: type(tie), memory: id + '.', subject: subject.id, object: object.id, type: fact.type,
            polarity: fact.polarity, lemma: fact.lemma}
  } AS judged
  WITH collect(fact) AS facts, collect(DISTINCT [subject.id, object.id]) AS pairs, collect(judged) AS judged
  FOREACH (fact IN facts | DETACH DELETE fact)
  RETURN size(facts) AS dropped, pairs, reduce(all = [], some IN judged | all + some) AS judged
}
RETURN dropped + literals AS dropped, pairs, judged

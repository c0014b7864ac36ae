// A node whole: its labels, its properties, and the ties that begin at it, each with what tells which node it leads to.
RETURN labels(node) AS labels, properties(node) AS properties,
       COLLECT {
         MATCH (node)-[tie]->(other:Memory|Chunk|Entity|Rejected|Name|Candidate|Block|Fact|LiteralFact|Session|Project|Category|Inference)
         WHERE other.user_id = $user_id
         RETURN {type: type(tie), properties: properties(tie), labels: labels(other),
                 other: other {.id, .key, .type, .path}}
       } AS ties

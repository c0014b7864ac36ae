// The links of one memory, surest first, each with the memory at its other end.
// mode:   read
// params: user_id, id, limit
// rows:   kind, outgoing, link, memory
MATCH (own:Memory {id: $id, user_id: $user_id})
MATCH (own)-[link:TEMPORAL_SEQUENCE|TEMPORAL_PARALLEL|TEMPORAL_CAUSALITY|SEMANTIC_SIMILARITY|THEMATIC_CONNECTION|CONCEPTUAL_HIERARCHY
              |REFERENCE|ELABORATION|CONTRADICTION|SAME_SESSION|CONVERSATION_FLOW|CO_OCCURRENCE]
      -(other:Memory {user_id: $user_id})
WHERE other.status <> 'invalid'
WITH own, link, other
ORDER BY link.confidence DESC, type(link), other.id
LIMIT $limit
RETURN type(link) AS kind, startNode(link) = own AS outgoing, properties(link) AS link, other {.*} AS memory

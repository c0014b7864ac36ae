// The links of one memory, surest first, each with the memory at its other end: of one verdict, or all but rejected.
// mode:   read
// params: user_id, id, status, limit
// rows:   kind, outgoing, link, memory
MATCH (own:Memory {id: $id, user_id: $user_id})
MATCH (own)-[link
// include: link/_kinds
]-(other:Memory {user_id: $user_id})
WHERE other.status <> 'invalid'
  // What went into another memory is shown by that one.
  AND other.merged_into IS NULL
  AND link.validation_status = coalesce($status, link.validation_status)
  // What is rejected is shown to who asks for it; what waits to be found in new words, once it is.
  AND CASE link.validation_status WHEN 'rejected' THEN $status IS NOT NULL ELSE link.to_link IS NULL END
WITH own, link, other
ORDER BY link.confidence DESC, type(link), other.id
LIMIT $limit
RETURN type(link) AS kind, startNode(link) = own AS outgoing, properties(link) AS link, other {.*} AS memory

// Says of a link between two memories that it holds or that it does not: by whom, and with a note.
// mode:   write
// params: user_id, id, other, kind, status, by, note, now
// rows:   kind, outgoing, link, memory
MATCH (user:User {id: $user_id})
// As memory/cut does: links that were found before this word are not written after it.
SET user.lock = true
SET user.writes = user.writes + 1
SET user.forgot_at = user.writes
WITH user
MATCH (own:Memory {id: $id, user_id: $user_id})
MATCH (own)-[link
// include: link/_kinds
]-(other:Memory {id: $other, user_id: $user_id})
WHERE type(link) = $kind
WITH own, link, other, link.validation_status <> $status AS changes
SET link.validation_status = $status, link.validated_by = $by, link.validated_at = $now, link.note = $note, link.updated_at = $now,
    // What is confirmed of the words as they are now waits for no detector.
    link.to_link = CASE $status WHEN 'confirmed' THEN null ELSE link.to_link END
FOREACH (found IN CASE WHEN NOT changes THEN [] WHEN link.found_by = own.id THEN [own] ELSE [other] END |
  SET found.to_link = true)
RETURN type(link) AS kind, startNode(link) = own AS outgoing, properties(link) AS link, other {.*} AS memory

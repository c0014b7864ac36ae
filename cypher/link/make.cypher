// Ties two memories by a person's word: the link is confirmed, and no run of the detectors takes it away.
// mode:   write
// params: user_id, id, other, kind, subtype, weight, confidence, by, note, now
// rows:   kind, outgoing, link, memory
MATCH (user:User {id: $user_id})
// As link/judge does: links that were found before this word are not written after it.
SET user.lock = true
SET user.writes = user.writes + 1
SET user.forgot_at = user.writes
WITH user
MATCH (source:Memory {id: $id, user_id: $user_id})
MATCH (target:Memory {id: $other, user_id: $user_id})
WITH source, target, $kind AS type
// include: link/_between
SET link.user_id = $user_id, link.created_at = CASE WHEN link.method IS NULL THEN $now ELSE link.created_at END,
    link.method = coalesce(link.method, 'manual'),
    link.found_by = coalesce(link.found_by, source.id), link.evidence_count = coalesce(link.evidence_count, 1),
    link.reasons = coalesce(link.reasons, []), link.keywords = coalesce(link.keywords, []),
    link.first_evidence = coalesce(link.first_evidence, $now)
SET link.weight = $weight, link.confidence = $confidence, link.last_evidence = $now, link.validation_status = 'confirmed',
    link.validated_by = $by, link.validated_at = $now, link.note = $note, link.to_link = null,
    link.subtype = coalesce($subtype, link.subtype), link.updated_at = $now,
    source.to_weigh = true, target.to_weigh = true
WITH source, target, link, type
CALL (source, target, type) {
  UNWIND CASE type WHEN 'CONTRADICTION' THEN [source, target] ELSE [] END AS opposed
  MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(opposed)
  SET chunk.outdated = true
}
RETURN type(link) AS kind, true AS outgoing, properties(link) AS link, target {.*} AS memory

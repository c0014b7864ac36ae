// Says of an entity that it is right, or takes that back: by whom, and with a note.
// mode:   write
// params: user_id, id, status, by, note, now
// rows:   id
MATCH (entity:Entity {id: $id, user_id: $user_id})
SET entity.validation_status = $status, entity.validated_by = $by, entity.validated_at = $now, entity.note = $note
RETURN entity.id AS id

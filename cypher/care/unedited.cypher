// Takes back that a memory counts as edited, which was only read anew.
// mode:   write
// params: user_id, id, edit_count, updated_at
// rows:   id
MATCH (memory:Memory {id: $id, user_id: $user_id})
SET memory.edit_count = $edit_count, memory.updated_at = $updated_at
RETURN memory.id AS id

// Gives an archived memory its text back for an edit, after which it is packed again.
// mode:   write
// params: user_id, id, text
// rows:   id
MATCH (memory:Memory {id: $id, user_id: $user_id})
SET memory.text = $text, memory.packed = null, memory.characters = null, memory.text_bytes = null
RETURN memory.id AS id

// What is another value after each change of what `memory` says.
toString(memory.updated_at) + ' ' + toString(coalesce(memory.edit_count, 0)) + ' ' + memory.content_hash

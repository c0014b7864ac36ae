// The columns of a candidate that come from `chunk` and `memory`; its scores follow.
RETURN chunk.id AS chunk_id,
       memory {.*, text: CASE WHEN size(memory.text) <= $text_most THEN memory.text END} AS memory,
       coalesce(chunk.text, chunk.kept_text, '') AS text, chunk.start AS start, chunk.end AS end,
       coalesce(chunk.asks, false) AS asks, endings,

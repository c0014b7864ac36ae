// Keeps a summary in place of the one from before for the same readers, which stays as a backup; of backups only the newest stay.
// mode:   write
// params: user_id, id, scope, audience, made_at, tokens, budget_tokens, memories, quotes, backups_most
// rows:   id, before
MERGE (user:User {id: $user_id})
ON CREATE SET user.created_at = $made_at, user.writes = 0, user.chunk_count = 0
SET user.lock = true
SET user.writes = user.writes + 1
WITH user
CALL () {
  OPTIONAL MATCH (before:Summary {user_id: $user_id, scope: $scope, current: true})
  WHERE before.id <> $id AND coalesce(before.audience, 'private') = coalesce($audience, 'private')
  WITH before
  ORDER BY before.made_at DESC
  SET before.current = null
  RETURN head(collect(before.id)) AS replaced
}
MERGE (summary:Summary {user_id: $user_id, id: $id})
ON CREATE SET summary.replaced = replaced
SET summary.scope = $scope, summary.audience = $audience, summary.current = true, summary.made_at = $made_at, summary.tokens = $tokens,
    summary.budget_tokens = $budget_tokens, summary.memories = $memories, summary.quotes = size($quotes)
WITH summary
CALL (summary) {
  UNWIND $quotes AS quote
  MATCH (memory:Memory {user_id: $user_id, id: quote.memory_id})
  MERGE (summary)-[tie:QUOTES {ordinal: quote.ordinal}]->(memory)
  SET tie.start = quote.start, tie.end = quote.end, tie.kept = quote.kept, tie.content_hash = quote.content_hash
  RETURN count(tie) AS tied
}
CALL () {
  MATCH (old:Summary {user_id: $user_id, scope: $scope})
  WHERE old.current IS NULL AND coalesce(old.audience, 'private') = coalesce($audience, 'private')
  WITH old
  ORDER BY old.made_at DESC, old.id DESC
  SKIP $backups_most
  DETACH DELETE old
  RETURN count(old) AS dropped
}
RETURN summary.id AS id, summary.replaced AS before

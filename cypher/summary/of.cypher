// The summary of a project or a session for whom it was made, or one by its id, with what it quotes.
// mode:   read
// params: user_id, scope, id, audience, audiences
// rows:   id, scope, made_at, tokens, budget_tokens, memories, quotes, quoted
CALL () {
  MATCH (summary:Summary {user_id: $user_id, scope: $scope, current: true})
  RETURN summary
 UNION
  MATCH (summary:Summary {user_id: $user_id, id: $id})
  RETURN summary
}
WITH summary
WHERE coalesce(summary.audience, 'private') = coalesce($audience, 'private')
CALL (summary) {
  MATCH (summary)-[quote:QUOTES]->(memory:Memory {user_id: $user_id})
  WHERE ($audiences IS NULL OR memory.audience IN $audiences)
  WITH quote, memory
  ORDER BY quote.ordinal
  RETURN collect({memory_id: memory.id, text: memory.text, speaker: memory.speaker, start: quote.start, end: quote.end,
                  kept: quote.kept, as_it_was: memory.content_hash = quote.content_hash AND memory.status = 'active',
                  at: coalesce(memory.occurred_at, memory.created_at), utc_offset: memory.utc_offset}) AS quoted
}
RETURN summary.id AS id, summary.scope AS scope, summary.made_at AS made_at, summary.tokens AS tokens,
       summary.budget_tokens AS budget_tokens, summary.memories AS memories, summary.quotes AS quotes, quoted
ORDER BY made_at DESC

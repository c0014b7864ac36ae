// 7 Counts 件数
// How many memories, entities and facts there are, for every user.
// 記憶・人や物・事実がいくつあるか、利用者ごとに。
MATCH (node)
WITH node, [kind IN labels(node) WHERE kind IN ['Memory', 'Entity', 'Fact', 'Inference', 'Project', 'Session']] AS kinds
WHERE size(kinds) > 0
WITH kinds[0] AS kind, node.user_id AS user, count(*) AS nodes
RETURN user, kind, nodes ORDER BY user, nodes DESC LIMIT 100

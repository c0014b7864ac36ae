// What is here: how many of each kind, for every user
MATCH (node)
WITH labels(node) AS kind, node.user_id AS user, count(*) AS nodes
RETURN kind, user, nodes ORDER BY nodes DESC LIMIT 100

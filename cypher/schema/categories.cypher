// The categories of all users, in the order of users and paths.
// mode:   read
// params: after, after_id, limit
// rows:   user_id, path
MATCH (category:Category)
WHERE category.user_id > $after OR (category.user_id = $after AND category.path > $after_id)
WITH category
ORDER BY category.user_id, category.path
LIMIT $limit
RETURN category.user_id AS user_id, category.path AS path

// One node a category path of a user.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT category_identity IF NOT EXISTS
FOR (category:Category) REQUIRE (category.user_id, category.path) IS UNIQUE

// One node a project path of a user.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT project_identity IF NOT EXISTS
FOR (project:Project) REQUIRE (project.user_id, project.path) IS UNIQUE

// One node for each thing inferred for a user.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT inference_identity IF NOT EXISTS
FOR (inference:Inference) REQUIRE (inference.user_id, inference.id) IS UNIQUE

// One record says which model made the vectors.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT embedding_model_slot IF NOT EXISTS
FOR (model:EmbeddingModel) REQUIRE model.slot IS UNIQUE

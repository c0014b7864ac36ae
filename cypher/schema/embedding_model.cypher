// The model behind the vectors of this database.
// mode:   read
// params:
// rows:   name, dimensions, version, query_prefix, passage_prefix, spread
MATCH (model:EmbeddingModel {slot: 'current'})
RETURN model.name AS name, model.dimensions AS dimensions, model.version AS version,
       model.query_prefix AS query_prefix, model.passage_prefix AS passage_prefix, model.spread AS spread

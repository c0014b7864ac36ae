// Records the model behind the vectors, unless one is recorded; returns the one that holds.
// mode:   write
// params: name, dimensions, version, query_prefix, passage_prefix, spread, now
// rows:   name, dimensions, version, side
MERGE (model:EmbeddingModel {slot: 'current'})
ON CREATE SET model.name = $name, model.dimensions = $dimensions, model.version = $version,
              model.query_prefix = $query_prefix, model.passage_prefix = $passage_prefix,
              model.spread = $spread, model.side = 'a', model.recorded_at = $now
RETURN model.name AS name, model.dimensions AS dimensions, model.version AS version, model.side AS side

// Records the model whose vectors are to be made on the side that is not read; returns the one that is recorded there.
// mode:   write
// params: name, dimensions, version, query_prefix, passage_prefix, spread, now
// rows:   name, dimensions, version, side
MATCH (current:EmbeddingModel {slot: 'current'})
MERGE (model:EmbeddingModel {slot: 'other'})
ON CREATE SET model.name = $name, model.dimensions = $dimensions, model.version = $version,
              model.query_prefix = $query_prefix, model.passage_prefix = $passage_prefix, model.spread = $spread,
              model.side = CASE coalesce(current.side, 'a') WHEN 'a' THEN 'b' ELSE 'a' END, model.state = 'coming',
              model.recorded_at = $now
// One that was read before may be gone back to.
SET model.state = CASE WHEN model.name = $name AND model.dimensions = $dimensions AND model.version = $version
                       THEN 'coming' ELSE model.state END
RETURN model.name AS name, model.dimensions AS dimensions, model.version AS version, model.side AS side

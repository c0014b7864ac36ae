// The models of the database: the one whose vectors are read, and the one whose vectors are made or were read before.
// mode:   read
// params:
// rows:   slot, state, side, name, dimensions, version
MATCH (model:EmbeddingModel)
WHERE model.slot IN ['current', 'other']
RETURN model.slot AS slot, model.state AS state, coalesce(model.side, 'a') AS side, model.name AS name,
       model.dimensions AS dimensions, model.version AS version

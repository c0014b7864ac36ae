// Takes away the record of the model whose vectors are not read.
// mode:   write
// params:
// rows:   forgotten
MATCH (model:EmbeddingModel {slot: 'other'})
DELETE model
RETURN count(*) AS forgotten

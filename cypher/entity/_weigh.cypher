// What a relation weighs and how sure it is: as a person says, else by its evidence; a rejected one leads nowhere.
SET relation.weight = CASE relation.validation_status WHEN 'rejected' THEN 0.0
                      ELSE coalesce(relation.weight_set, 1 - 1.0 / (1 + relation.evidence_count)) END,
    relation.confidence = coalesce(relation.confidence_set, relation.confidence)

// What a relation weighs and how sure it is; what was rejected leads nowhere, nor what was pruned until it is surer.
SET relation.weight = CASE WHEN relation.validation_status = 'rejected' THEN 0.0
                           WHEN coalesce(relation.confidence_set, relation.confidence) < relation.pruned_below THEN 0.0
                           ELSE coalesce(relation.weight_set, 1 - 1.0 / (1 + relation.evidence_count)) END,
    relation.confidence = coalesce(relation.confidence_set, relation.confidence)

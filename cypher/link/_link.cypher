// Writes links, as `linked` how many that nobody rejected: each is there once, and a verdict on it stays.
CALL () {
  UNWIND $links AS row
  MATCH (source:Memory {id: row.source, user_id: $user_id})
  WITH row, source
  MATCH (target:Memory {id: row.target, user_id: $user_id})
  WITH row, source, target
  // A verdict is of the two and the kind, whichever way the link leads.
  WHERE NOT EXISTS {
    (target)-[judged
    // include: link/_kinds
    ]->(source)
    WHERE type(judged) = row.type
      AND (judged.validation_status = 'rejected' OR judged.validation_status = 'confirmed' AND judged.to_link IS NULL) }
  WITH source, target, row.type AS type, last(collect(row)) AS row
  // include: link/_between
  WITH row, source, target, link,
       any(key IN keys(row.properties) WHERE coalesce(link[key] <> row.properties[key],
                                                      (link[key] IS NULL) <> (row.properties[key] IS NULL))) AS changed,
       link.method IS NULL AS made
  SET link += row.properties, link.user_id = $user_id, link.to_link = null, link.stale = null,
      link.updated_at = CASE WHEN changed THEN $now ELSE link.updated_at END,
      link.created_at = CASE WHEN made THEN $now ELSE link.created_at END,
      source.to_weigh = true, target.to_weigh = true
  WITH row, source, target, link
  CALL (row, source, target) {
    // What takes no sentence's place stays open, and is shown beside both; facts have marks of their own.
    UNWIND CASE WHEN row.properties.over_start IS NOT NULL THEN [target]
                WHEN row.type = 'CONTRADICTION' AND row.properties.subtype <> 'fact' THEN [source, target]
                ELSE [] END AS opposed
    MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(opposed)
    SET chunk.outdated = true
  }
  RETURN sum(CASE link.validation_status WHEN 'rejected' THEN 0 ELSE 1 END) AS linked
}

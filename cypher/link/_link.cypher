// Writes links, as `linked` how many that nobody rejected: each is there once, and a verdict on it stays.
CALL () {
  UNWIND $links AS row
  MATCH (source:Memory {id: row.source, user_id: $user_id})
  WITH row, source
  MATCH (target:Memory {id: row.target, user_id: $user_id})
  WITH row, source, target
  // A verdict is of the two and the kind, whichever way the link leads.
  WHERE NOT EXISTS {
    (target)-[judged]->(source)
    WHERE type(judged) = row.type
      AND (judged.validation_status = 'rejected' OR judged.validation_status = 'confirmed' AND judged.to_link IS NULL) }
  WITH source, target, row.type AS type, last(collect(row)) AS row
  // include: link/_between
  SET link += row.properties, link.user_id = $user_id, link.to_link = null, source.to_weigh = true, target.to_weigh = true
  WITH row, target, link
  CALL (row, target) {
    WITH row, target
    WHERE row.properties.over_start IS NOT NULL
    MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(target)
    SET chunk.outdated = true
  }
  RETURN sum(CASE link.validation_status WHEN 'rejected' THEN 0 ELSE 1 END) AS linked
}

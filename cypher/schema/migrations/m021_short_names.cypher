// Names of one letter before さん are keyed without it, as all others are: 王さん used to be 王さん, and is 王.

// name: key_names
// Gives names from before the key that they have now, with all that came by them; a second name of that key is its alias.
// mode: batch
// rows: keyed
MATCH (user:User)
// The remainders that were left alone, as of the release that changed it.
UNWIND ['一', '主', '仕', '代表', '元', '全', '内閣総理', '前', '副', '医学', '参議院', '各', '名', '名誉', '国会', '執行', '外務',
        '多', '大学', '学', '学部', '客員', '宮', '工学', '平', '御', '担当', '拝', '摂', '文学', '文部科学', '新', '旧', '有', '本',
        '模', '沈', '法学', '湯', '源', '特任', '王', '現', '理学', '環境', '異', '社', '神', '細', '総', '華', '衆議院', '防衛'] AS key
UNWIND ['さん', 'くん', 'ちゃん'] AS ending
MATCH (name:Name {user_id: user.id, key: key + ending})
CALL (user, key, name) {
  WITH user, key, name, name.key AS old,
       EXISTS { (:Name {user_id: user.id, key: key, type: name.type}) } AS there
  CALL (user, key, name, there) {
    // Which names are one entity a resolution decides; both are found by the key meanwhile.
    WITH user, key, name, there
    WHERE there
    MATCH (same:Name {user_id: user.id, key: key, type: name.type})
    MERGE (same)-[alias:ALIAS_OF]->(name)
    SET alias.held = true
  }
  CALL (key, name, old, there) {
    WITH key, name, old, there
    WHERE NOT there
    CALL (key, name, old) {
      MATCH (name)-[:ALIAS_OF*0..1]->(:Name)-[:NAMES]->(entity:Entity|Rejected)
      MATCH (entity)<-[tie:MENTIONS|DESCRIBES]-(:Chunk)
      WHERE old IN tie.keys
      SET tie.keys = [one IN tie.keys | CASE one WHEN old THEN key ELSE one END]
    }
    CALL (key, name, old) {
      MATCH (name)-[:NAMES]->(entity:Entity|Rejected)
      MATCH (entity)<-[tie:MENTIONS|DESCRIBES|SUBJECT|OBJECT]-(:Chunk|Fact)
      WHERE tie.key = old AND tie.kind = name.type
      SET tie.key = key
    }
    CALL (key, name, old) {
      MATCH (name)-[:NAMES]->(entity:Entity|Rejected)
      WHERE entity.key = old AND entity.kind = name.type
      SET entity.key = key
    }
    SET name.key = key
  }
} IN TRANSACTIONS OF 100 ROWS
RETURN count(*) AS keyed;

// name: key_candidates
// Gives what chunks hold unread the same keys.
// mode: batch
// rows: keyed
MATCH (user:User)
// As above.
UNWIND ['一', '主', '仕', '代表', '元', '全', '内閣総理', '前', '副', '医学', '参議院', '各', '名', '名誉', '国会', '執行', '外務',
        '多', '大学', '学', '学部', '客員', '宮', '工学', '平', '御', '担当', '拝', '摂', '文学', '文部科学', '新', '旧', '有', '本',
        '模', '沈', '法学', '湯', '源', '特任', '王', '現', '理学', '環境', '異', '社', '神', '細', '総', '華', '衆議院', '防衛'] AS key
UNWIND ['さん', 'くん', 'ちゃん'] AS ending
MATCH (old:Candidate {user_id: user.id, key: key + ending})
CALL (user, key, old) {
  MERGE (candidate:Candidate {user_id: user.id, key: key})
  WITH old, candidate
  CALL (old, candidate) {
    MATCH (chunk:Chunk)-[place:MAY_NAME]->(old)
    MERGE (chunk)-[new:MAY_NAME]->(candidate)
    ON CREATE SET new = properties(place)
  }
  DETACH DELETE old
} IN TRANSACTIONS OF 100 ROWS
RETURN count(*) AS keyed;

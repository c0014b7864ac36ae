// All candidates in one record: those likely to be shown whole, the others with what ranking needs.
// Only the rows that are likely to be shown travel whole; the others carry what ranking needs. Times travel as text:
// the driver takes several times as long over its own form of them. All rows go in one record, which costs the driver
// and the server less than one each.
// What is to be done belongs to the projects of the best candidates that are no rules themselves.
WITH asked, rows, [row IN rows WHERE NOT coalesce(row.memory.kind, '') IN $standing_kinds
                                AND NOT coalesce(row.chunk.standing, false) | row.memory.project][..$scope] AS projects
UNWIND range(0, size(rows) - 1) AS place
WITH asked, projects, place, rows[place].chunk AS chunk, rows[place].memory AS memory, rows[place] AS row
RETURN collect({chunk_id: chunk.id, language: chunk.language,
       memory: CASE WHEN place < $whole
            THEN memory {.*, text: CASE WHEN size(memory.text) <= $text_most THEN memory.text END,
                         created_at: toString(memory.created_at), updated_at: toString(memory.updated_at),
                         occurred_at: toString(memory.occurred_at), last_used_at: toString(memory.last_used_at)}
            ELSE memory {.id, .user_id, .title, .language, .status, .importance, .speaker, .session_id, .packed,
                         .kind, .use_count, last_used_at: toString(memory.last_used_at),
                         created_at: toString(memory.created_at), occurred_at: toString(memory.occurred_at)}
       END,
       text: CASE WHEN place < $whole OR place < $closely OR chunk.speaker IS NOT NULL
            THEN coalesce(chunk.text, chunk.kept_text, '') ELSE '' END,
       start: chunk.start, end: chunk.end, asks: coalesce(chunk.asks, false),
       // The turn just before, where somebody else asks: what was asked there this one may answer.
       answers: head([(before:Chunk {user_id: $user_id, asks: true})-[:NEXT]->(chunk)
             WHERE before.speaker <> chunk.speaker | before.id]),
       // Whether it is a turn of a talk with an assistant: said by it, or to it.
       with_assistant: chunk.speaker IS NOT NULL
            AND (toLower(chunk.speaker) IN $assistants
                 OR EXISTS { (chunk)-[:NEXT]-{1,6}(other:Chunk {user_id: $user_id}) WHERE toLower(other.speaker) IN $assistants }),
       // Whether it says what shall always be minded, and in part where that is of another project with nothing shared.
       standing: CASE WHEN $standing = 0 OR NOT
            // include: recall/_stands
            THEN 0.0
            WHEN coalesce(memory.project, '') = '' OR size(row.ties) > 0
              OR any(project IN projects WHERE project = memory.project OR project STARTS WITH memory.project + '/')
              OR EXISTS { (chunk)-[:MENTIONS|DESCRIBES]->(shared:Entity) WHERE shared IN asked } THEN 1.0
            ELSE $elsewhere END,
       // Whether it is of a kind that is asked for; a decision may be told in a memory of another kind.
       of_kind: memory.kind IN $asked_kinds
                OR ('decision' IN $asked_kinds AND EXISTS { (chunk)-[:STATES]->(told:Fact|LiteralFact) WHERE told.decided }),
       // Of all that are tied to an answer alike, the nearest to the question comes first.
       cosine: coalesce(row.cosine, 2 * vector.similarity.cosine(coalesce(chunk.embedding, chunk.kept_embedding), $vector) - 1),
       words: row.words, base: row.base, linked: row.linked, ties: row.ties, endings: row.endings,
       // What may be what is asked for, and is neither what the question names nor the user ("me").
       names: CASE WHEN size($sought) > 0
              THEN [(chunk)-[:MENTIONS|DESCRIBES]->(named:Entity)
                    WHERE named.type IN $sought AND NOT named IN asked AND named.key <> 'me' | named.name]
              ELSE [] END,
       // Whether it tells of others alone where somebody asks about themselves; what is said in a talk is another thing.
       strangers: $of_me AND size(asked) = 1 AND chunk.speaker IS NULL
                  AND EXISTS { (chunk)-[:MENTIONS|DESCRIBES]->(other:Person) WHERE NOT other IN asked }
                  AND NOT EXISTS { (chunk)-[:STATES]->(:Fact)-[:SUBJECT]->(mine:Entity) WHERE mine IN asked },
       sentences: CASE WHEN place < $closely THEN chunk.sentences END}) AS candidates

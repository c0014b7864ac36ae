// The base score of each candidate on 0–1: its meaning and its words (graph/recall/sentence_rescoring.py refines it).
// Cosines crowd together, the more the larger the model's spread: what counts is the distance to the best. A turn means
// what its talk means as well, and its distance to the best of turns says less.
WITH asked, total, scale, chunk, words, cosine, linked,
     // What waits to be understood has no vector yet: its words alone speak for it, and nothing against it.
     CASE WHEN cosine IS NULL THEN 0.0
          WHEN chunk.speaker IS NULL THEN 1 - $spread * (coalesce(best_cosine, cosine) - cosine)
          ELSE 1 - $spread * (best_cosine - best_turn + $turns_distance * (best_turn - cosine)) END AS meaning,
     words / best_words AS shared
WITH asked, total, scale, chunk, words, cosine, linked, meaning,
     // What shares half of the words with the question is less than half an answer. In another language it could share
     // but a few, however well it answers: what it means stands for its words.
     CASE WHEN coalesce(chunk.language, $language) = $language OR shared > meaning THEN shared ELSE meaning END
     ^ $words_power AS heard
WITH asked, total, scale, chunk, words, cosine, linked,
     (1 - $words_share) * meaning + $words_share * heard AS base
WITH asked, total, scale, chunk, words, cosine, linked, CASE WHEN base > 0 THEN base ELSE 0.0 END AS base
ORDER BY base DESC, chunk.id

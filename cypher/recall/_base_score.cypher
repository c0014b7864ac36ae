// The base score of each candidate on 0–1: its meaning and its words (graph/recall/sentence_rescoring.py refines it).
// Cosines crowd together, the more the larger the model's spread: what counts is the distance to the best. A turn means
// what its talk means as well, and its distance to the best of turns says less.
WITH asked, total, scale, chunk, words, cosine, linked,
     // What waits to be understood has no vector yet: its words alone speak for it, and nothing against it.
     CASE WHEN cosine IS NULL THEN 0.0
          WHEN chunk.speaker IS NULL THEN 1 - $spread * (coalesce(best_cosine, cosine) - cosine)
          ELSE 1 - $spread * (best_cosine - best_turn + $turns_distance * (best_turn - cosine)) END AS meaning,
     // What shares half of the words with the question is less than half an answer.
     (words / best_words) ^ $words_power AS heard
WITH asked, total, scale, chunk, words, cosine, linked, meaning,
     // In another language it could share but a few, however well it answers: what it means stands for its words.
     // A turn has more words of the turns around it than of its own: half of what it means or holds.
     CASE WHEN coalesce(chunk.language, $language) = $language THEN heard
          WHEN chunk.speaker IS NOT NULL THEN $unheard_turn * CASE WHEN heard > meaning THEN heard ELSE meaning END
          WHEN meaning <= 0 THEN heard
          WHEN heard + $unheard * meaning > 1 THEN 1.0
          ELSE heard + $unheard * meaning END AS heard
WITH asked, total, scale, chunk, words, cosine, linked,
     (1 - $words_share) * meaning + $words_share * heard AS base
WITH asked, total, scale, chunk, words, cosine, linked, CASE WHEN base > 0 THEN base ELSE 0.0 END AS base
ORDER BY base DESC, chunk.id

// A `chunk` carries `$into_tokens` in place of `$tokens`; what is archived carries none, and none come of that.
WITH chunk, [token IN split(chunk.facets, ' ') WHERE NOT token IN $tokens] + $into_tokens AS tokens
SET chunk.facets = substring(reduce(line = '', token IN tokens | line + ' ' + token), 1)

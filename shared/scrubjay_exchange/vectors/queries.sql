-- name: exportable
-- Passages of some files that have a vector of an embedder, with its token states, and who gave it.
SELECT c.title, p.heading, p.text, e.vector, e.source, t.states FROM content AS c
JOIN passage AS p ON p.content_id = c.id
JOIN embedding AS e ON e.passage_id = p.id AND e.fingerprint_id = :fingerprint
LEFT JOIN token_states AS t ON t.passage_id = p.id AND t.fingerprint_id = e.fingerprint_id
WHERE c.blob IN (SELECT value FROM json_each(:blobs)) AND c.format NOT IN (SELECT value FROM json_each(:own))
  AND c.format NOT LIKE 'code:%' AND c.format NOT LIKE 'sourced:%'

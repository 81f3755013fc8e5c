-- name: numbers
-- Numbers about the whole server, and nothing else.
SELECT * FROM server_numbers(now())

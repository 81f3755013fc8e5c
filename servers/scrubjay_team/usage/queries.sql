-- name: count
-- One more of something on a day, by the caller.
INSERT INTO usage_day (team, member, day, what, count) VALUES (%(team)s, %(member)s, %(day)s, %(what)s, 1)
ON CONFLICT (member, day, what) DO UPDATE SET count = usage_day.count + 1;

-- name: commit_soon
-- Let this transaction, which only counted, not wait for the disk.
SELECT set_config('synchronous_commit', 'off', true);

-- name: usage
-- What was used within some days: by the caller, or, in the office, by all who are or were in the team.
SELECT u.day, called(m) AS member_name, u.what, u.count FROM usage_day AS u JOIN member AS m ON m.id = u.member
WHERE u.team = %(team)s AND u.day >= %(since)s AND u.day <= %(until)s
  AND (%(everybody)s OR u.member = %(member)s)
ORDER BY u.day DESC, member_name, u.what LIMIT %(most)s;

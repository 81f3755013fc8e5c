-- name: add
-- Add to a day's sum.
INSERT INTO daily_sum (day, measure, label, bucket, number) VALUES (:day, :measure, :label, :bucket, :number)
ON CONFLICT (day, measure, label, bucket) DO UPDATE SET number = number + excluded.number

-- name: drop_old
-- Drop the days before one.
DELETE FROM daily_sum WHERE day < :day

-- name: since
-- The sums from a day on.
SELECT day, measure, label, bucket, number FROM daily_sum WHERE day >= :day ORDER BY day, measure, label, bucket

-- name: add
-- Add to a day's sum.
INSERT INTO daily_sum (day, measure, label, bucket, number) VALUES (:day, :measure, :label, :bucket, :number)
ON CONFLICT (measure, day, label, bucket) DO UPDATE SET number = number + excluded.number

-- name: drop_old
-- Drop the days of some measures before one.
DELETE FROM daily_sum WHERE measure IN (SELECT value FROM json_each(:measures)) AND day < :day

-- name: since
-- The sums of some measures from a day on, by day.
SELECT day, measure, label, bucket, number FROM daily_sum
WHERE measure IN (SELECT value FROM json_each(:measures)) AND day >= :day ORDER BY day, measure, label, bucket

-- name: label_since
-- The sums of one label of a measure from a day on, by day.
SELECT day, measure, label, bucket, number FROM daily_sum WHERE measure = :measure AND day >= :day AND label = :label

-- name: summed_since
-- The sums of a measure from a day on, without their days.
SELECT '' AS day, measure, label, bucket, sum(number) AS number FROM daily_sum
WHERE measure = :measure AND day >= :day GROUP BY label, bucket

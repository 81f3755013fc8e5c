-- What happened here, as sums of whole days: no text, no name, no id. `bucket` is 0 but in histograms.

CREATE TABLE daily_sum (
  day TEXT NOT NULL,
  measure TEXT NOT NULL,
  label TEXT NOT NULL,
  bucket INTEGER NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (measure, day, label, bucket)
) WITHOUT ROWID;

-- Which parser made a record: one by an older is read again.
ALTER TABLE decision ADD COLUMN parser TEXT NOT NULL DEFAULT '';
ALTER TABLE incident ADD COLUMN parser TEXT NOT NULL DEFAULT '';

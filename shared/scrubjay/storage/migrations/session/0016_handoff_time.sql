-- When the time of handoffs was read last: how long the machine had run then, in seconds, since which start (`boot`),
-- and what the wall clock said. What has passed since is added to `highest`, so a clock that jumps moves nothing.
ALTER TABLE handoff_time ADD COLUMN boot TEXT NOT NULL DEFAULT '';
ALTER TABLE handoff_time ADD COLUMN ticks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE handoff_time ADD COLUMN wall TEXT NOT NULL DEFAULT '';

-- Which session of a member took a handoff under which lease: two machines of one member are two takers.

ALTER TABLE handoff_lease ADD COLUMN session text NOT NULL DEFAULT '' CHECK (length(session) <= 256);

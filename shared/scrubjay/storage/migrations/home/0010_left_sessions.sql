-- When a client's process left a session; empty while it is in it. What a process ever reported stays known as its own.
ALTER TABLE client_session ADD COLUMN left_at TEXT NOT NULL DEFAULT '';
CREATE INDEX client_session_process ON client_session (process, started, at);

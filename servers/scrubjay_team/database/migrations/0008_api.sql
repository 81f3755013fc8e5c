-- What the API needs: a name of this server, what a member's machine says of a memory, and newest commits of mirrors.

-- The name of this database among others, the same for as long as it lives.
CREATE TABLE server (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  id uuid NOT NULL
);
INSERT INTO server (id) VALUES (gen_random_uuid());

ALTER TABLE server ENABLE ROW LEVEL SECURITY;
ALTER TABLE server FORCE ROW LEVEL SECURITY;
CREATE POLICY of_owner ON server TO scrubjay_owner USING (true) WITH CHECK (true);
-- A member's transaction reads it; nobody's sees no row, as of every table.
CREATE POLICY of_member ON server FOR SELECT TO scrubjay_app USING ((SELECT its_member()) IS NOT NULL);
GRANT SELECT ON server TO scrubjay_app;

-- A memory that its author's own store has as told: here it is said, until its author says it on the server's page.
ALTER TABLE memory ADD COLUMN told boolean NOT NULL DEFAULT false;

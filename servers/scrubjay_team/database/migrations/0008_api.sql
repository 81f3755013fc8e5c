-- What the API needs: a name of this server's database among others, which is the same for as long as it lives.

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

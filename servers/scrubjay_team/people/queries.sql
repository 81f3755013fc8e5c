-- name: hold_teams as owner
-- Let nobody else begin a team until the transaction ends.
SELECT pg_advisory_xact_lock(hashtextextended('scrubjay.teams', 0));

-- name: add_team as owner
-- A new team.
INSERT INTO team (id, name, created_at) VALUES (%(id)s, %(name)s, %(now)s);

-- name: teams as app and owner
-- Every team of this server.
SELECT id, name, created_at FROM team ORDER BY created_at, name;

-- name: hold_team as app and owner
-- Let nobody else change this team's people until the transaction ends, so that what is counted stays true.
SELECT hold_team(%(team)s);

-- name: add_member as owner
-- A new member of a team.
INSERT INTO member (id, team, name, role, created_at)
VALUES (%(id)s, %(team)s, %(name)s, %(role)s, %(now)s);

-- name: members as app and owner
-- Those who are in a team.
SELECT id, team, name, role, created_at FROM member WHERE team = %(team)s AND removed_at IS NULL ORDER BY name;

-- name: set_role as app and owner
-- Give a member another role.
UPDATE member SET role = %(role)s WHERE id = %(id)s;

-- name: add_invitation as app and owner
-- A new invitation, as the digest of its text.
INSERT INTO invitation (id, team, name, role, digest, created_at, expires_at, email, member)
VALUES (%(id)s, %(team)s, %(name)s, %(role)s, %(digest)s, %(now)s, %(expires_at)s, %(email)s, %(member)s);

-- name: drop_links as owner
-- Take back the links of a member.
DELETE FROM invitation WHERE member = %(member)s;

-- name: invitations as app and owner
-- A team's open invitations.
SELECT id, team, name, role, created_at, expires_at FROM invitation
WHERE team = %(team)s AND redeemed_at IS NULL AND expires_at > %(now)s AND member IS NULL ORDER BY created_at, name;

-- name: drop_invitation as app and owner
-- Take an invitation back.
DELETE FROM invitation WHERE id = %(id)s;

-- name: drop_old_invitations as app and owner
-- Forget a team's invitations that nobody redeemed in time.
DELETE FROM invitation WHERE team = %(team)s AND redeemed_at IS NULL AND expires_at <= %(now)s;

-- name: add_token as app and owner
-- A new token, as the digest of its text.
INSERT INTO access_token (id, team, member, name, digest, scopes, projects, created_at, expires_at)
VALUES (%(id)s, %(team)s, %(member)s, %(name)s, %(digest)s, %(scopes)s, %(projects)s, %(now)s, %(expires_at)s);

-- name: tokens as app and owner
-- A team's personal tokens with whose they are, those of present members alone.
SELECT t.id, t.member, m.name AS member_name, m.role, t.name, t.scopes, t.created_at, t.expires_at, t.last_used_at,
  t.revoked_at, CASE WHEN t.projects IS NULL THEN NULL ELSE
    ARRAY(SELECT p.name FROM project AS p WHERE p.id = ANY (t.projects) AND p.removed_at IS NULL ORDER BY p.name)
  END AS projects
FROM access_token AS t JOIN member AS m ON m.id = t.member
WHERE t.team = %(team)s AND t.issued IS NULL AND m.removed_at IS NULL ORDER BY m.name, t.created_at, t.name;

-- name: revoke_token as app and owner
-- End a token at once.
UPDATE access_token SET revoked_at = %(now)s WHERE id = %(id)s AND revoked_at IS NULL;

-- name: add_project as owner
-- A new repository of a team.
INSERT INTO project (id, team, name, address, open, created_at)
VALUES (%(id)s, %(team)s, %(name)s, %(address)s, %(open)s, %(now)s)
RETURNING number;

-- name: projects as app and owner
-- A team's repositories with the members that each names.
SELECT p.id, p.number, p.team, p.name, p.address, p.open, p.created_at,
  ARRAY(
    SELECT m.name FROM project_member AS g JOIN member AS m ON m.id = g.member
    WHERE g.project = p.id AND m.removed_at IS NULL ORDER BY m.name
  ) AS members
FROM project AS p WHERE p.team = %(team)s AND p.removed_at IS NULL ORDER BY p.name;

-- name: set_open as app and owner
-- Open a repository to the whole team, or to those alone whom it names.
UPDATE project SET open = %(open)s WHERE id = %(id)s;

-- name: grant as app and owner
-- Name a member for a repository.
INSERT INTO project_member (team, project, member) VALUES (%(team)s, %(project)s, %(member)s) ON CONFLICT DO NOTHING;

-- name: take_back as app and owner
-- Name a member for a repository no more.
DELETE FROM project_member WHERE project = %(project)s AND member = %(member)s;

-- name: end_project as owner
-- Take a repository out of every grant at once; the worker removes what it left.
UPDATE project SET removed_at = %(now)s WHERE id = %(id)s AND removed_at IS NULL;

-- name: everybody as app and owner
-- All who are or were in a team, those who are in it first.
SELECT m.id, m.team, m.name, m.role, m.created_at, m.removed_at, m.erased_at, called(m) AS called FROM member AS m
WHERE m.team = %(team)s ORDER BY m.removed_at NULLS FIRST, m.name, m.created_at;

-- name: remove_member as app and owner
-- Take a member out of the team, with all that they may do; says why not.
SELECT remove_member(%(member)s, %(now)s) AS refused;

-- name: to_hand_over as app and owner
-- What a member has that could be handed over.
SELECT handoffs, memories FROM to_hand_over(%(member)s, %(now)s);

-- name: hand_over as app and owner
-- Give what is open of a member to another, or to the team; says why not, or how much it was.
SELECT refused, handoffs, memories, stayed FROM hand_over(%(member)s, %(receiver)s, %(now)s);

-- name: erase_member as app and owner
-- Take the name of a member who left away; says why not, or which name stands instead.
SELECT refused, name, naming FROM erase_member(%(member)s, %(now)s);

-- name: chosen
-- What the caller chose to be handed over once they leave.
SELECT memory FROM memory_choice WHERE member = %(member)s ORDER BY memory;

-- name: drop_choice
-- Take the caller's choice back.
DELETE FROM memory_choice WHERE member = %(member)s;

-- name: choose
-- Let some memories of the caller's own be handed over once they leave; the ones that count are returned.
INSERT INTO memory_choice (memory, team, member)
SELECT m.id, m.team, m.member FROM memory AS m
WHERE m.id = ANY (%(ids)s::uuid[]) AND m.member = %(member)s AND m.accepted_at IS NULL AND m.status IN ('held', 'active')
RETURNING memory;

-- name: open_office
-- Open the office of the caller's team to the owner who is there in person, until the transaction ends.
SELECT set_config('scrubjay.office', 'open', true), in_office() AS open;

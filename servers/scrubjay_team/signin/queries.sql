-- name: begin_sign_in
-- Notes that a browser went to the provider, unless too many did.
SELECT begin_sign_in(%(state)s, %(browser)s, %(issuer)s, %(next)s, %(invitation)s, %(at)s, %(until)s) AS begun;

-- name: take_sign_in
-- Takes what a browser that comes back had begun, once.
SELECT issuer, next, invitation FROM take_sign_in(%(state)s, %(browser)s, %(at)s);

-- name: invited
-- What an invitation is for, while it is valid.
SELECT team_name, name, role, member, email, expires_at FROM invited(%(digest)s, %(at)s);

-- name: redeem
-- Redeems an invitation, once, and says what came of it.
SELECT outcome, member FROM redeem(%(digest)s, %(issuer)s, %(subject)s, %(email)s, %(member)s, %(at)s);

-- name: identified
-- The members that somebody at the provider is; what it says of them is kept.
SELECT member, team_name FROM identified(%(issuer)s, %(subject)s, %(email)s, %(handle)s, %(at)s);

-- name: invited_by_email
-- The open invitation of a verified address.
SELECT invited_by_email(%(email)s, %(at)s) AS digest;

-- name: open_session
-- Begins a session of a browser.
SELECT open_session(%(member)s, %(id)s, %(digest)s, %(browser)s, %(at)s, %(until)s);

-- name: end_session
-- Ends the session of a browser.
SELECT end_session(%(digest)s, %(at)s);

-- name: keep_refresh
-- Keeps what the provider is asked with later, sealed.
SELECT keep_refresh(%(member)s, %(refresh)s, %(at)s);

-- name: standing
-- How a member stands at their provider.
SELECT issuer, subject, confirmed_at, refused_at, asks FROM standing(%(member)s);

-- name: due_to_ask
-- The members to ask their provider about.
SELECT member FROM due_to_ask(%(issuer)s, %(before)s, %(at)s, %(most)s);

-- name: turn_to_ask
-- Takes the turn to ask a member's provider, unless somebody asked lately.
SELECT turn_to_ask(%(member)s, %(before)s, %(at)s) AS refresh;

-- name: ask_again
-- Lets a member's provider be asked again sooner.
SELECT ask_again(%(member)s, %(asked)s);

-- name: refused_by_provider
-- Ends what a member is signed in by.
SELECT refused_by_provider(%(member)s, %(at)s);

-- name: sessions
-- The caller's own sessions that go on, the newest first.
SELECT id, browser, created_at, expires_at FROM page_session
WHERE ended_at IS NULL AND expires_at > %(at)s ORDER BY created_at DESC, id;

-- name: end_own_session
-- Ends one of the caller's own sessions.
UPDATE page_session SET ended_at = %(at)s WHERE id = %(id)s AND ended_at IS NULL;

-- name: end_own_sessions
-- Ends all of the caller's own sessions.
UPDATE page_session SET ended_at = %(at)s WHERE ended_at IS NULL;

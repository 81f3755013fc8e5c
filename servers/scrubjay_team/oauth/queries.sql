-- name: register
-- Registers a program, and forgets those that nobody uses.
SELECT oauth_register(%(id)s, %(name)s, %(redirects)s, %(secret)s, %(most)s, %(at)s) AS done;

-- name: client
-- A registered program, which counts as used from now on.
SELECT * FROM oauth_client_of(%(id)s, %(at)s);

-- name: keep_request
-- Keeps what a program asks until somebody consents.
SELECT oauth_ask(%(id)s, %(client)s, %(redirect)s, %(state)s, %(challenge)s, %(scopes)s, %(resource)s, %(most)s, %(at)s);

-- name: asked
-- A request as the browser session that opened it first sees it.
SELECT * FROM oauth_asked(%(id)s, %(session)s, %(at)s);

-- name: deny
-- Takes a request away.
SELECT redirect, state FROM oauth_decided(%(id)s, %(session)s, %(at)s);

-- name: consent
-- Consents to a request, with a code.
SELECT * FROM oauth_consent(%(id)s, %(session)s, %(scopes)s, %(projects)s, %(grant)s, %(code)s, %(at)s);

-- name: code
-- What a code of a program stands for.
SELECT * FROM oauth_code_of(%(digest)s, %(client)s, %(at)s);

-- name: redeem
-- Gives the tokens of a code out, once.
SELECT oauth_redeem(%(digest)s, %(client)s, %(access)s, %(refresh)s, %(until)s, %(at)s) AS done;

-- name: refresh
-- What a refresh token of a program stands for.
SELECT * FROM oauth_refresh_of(%(digest)s, %(client)s, %(at)s);

-- name: rotate
-- Rotates a refresh token, with a new access token.
SELECT oauth_rotate(%(digest)s, %(client)s, %(salt)s, %(refresh)s, %(access)s, %(scopes)s, %(until)s, %(at)s) AS done;

-- name: access
-- The scopes and the end of an access token that was given out.
SELECT * FROM oauth_access_of(%(digest)s);

-- name: checked
-- Notes that sign-in still knows a grant's member.
SELECT oauth_checked(%(grant)s, %(at)s);

-- name: revoke
-- Ends the grant that gave a program this token.
SELECT oauth_revoke(%(digest)s, %(client)s, %(at)s);

-- name: grants
-- What the person allowed programs and machines; for an owner, what everybody in the team did.
SELECT * FROM oauth_grants(%(at)s);

-- name: end_shown
-- Ends one of those.
SELECT oauth_end_shown(%(grant)s, %(at)s) AS done;

-- name: begin_device
-- Keeps a machine that waits for its code to be typed.
SELECT oauth_device_begin(%(id)s, %(digest)s, %(code)s, %(machine)s, %(address)s, %(scopes)s, %(resource)s, %(most)s,
  %(at)s) AS done;

-- name: typed
-- The machine whose code a person typed.
SELECT * FROM oauth_device_typed(%(code)s, %(session)s, %(at)s);

-- name: waiting_scopes
-- What a machine asks for whose code was typed in this browser.
SELECT scopes FROM oauth_device_asks(%(id)s, %(session)s, %(at)s);

-- name: decide_device
-- Lets a machine in, or turns it away where no scope is chosen.
SELECT oauth_device_decided(%(id)s, %(session)s, %(scopes)s, %(projects)s, %(grant)s, %(at)s) AS done;

-- name: polled
-- Answers a machine that asks whether a person decided.
SELECT * FROM oauth_device_polled(%(digest)s, %(access)s, %(until)s, %(at)s);

-- name: granted_names
-- The repositories that the caller is granted.
SELECT id, name FROM project WHERE removed_at IS NULL ORDER BY name, id;

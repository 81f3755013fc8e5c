"""The suites of what a team's server asks: whose rows, who may, how much, which key."""

import base64
from collections.abc import Iterable
from typing import Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.kinds.access import AccessController
from scrubjay.extensions.kinds.keys import LONGEST_KEY, KeyProvider
from scrubjay.extensions.kinds.tenants import TenantProvider
from scrubjay.extensions.kinds.usage import UsageTracker
from scrubjay.extensions.testing.expecting import expect
from scrubjay.model.acting import Acting
from scrubjay.model.frozen import replace

READER: Final = Acting(
    team="a" * 32, team_name="acme", member="b" * 32, member_name="ben", role="reader", scopes=("search",),
    projects=("c" * 32,), person=False,
)  # fmt: skip
CALLERS: Final = (
    READER,
    replace(READER, role="owner", scopes=("search", "remember", "handoff", "export"), person=True),
    replace(READER, team="d" * 32, scopes=(), projects=()),
)
CALLS: Final = (
    ("search_knowledge", "search"), ("remember", "remember"), ("GET /me", ""), ("GET /export", "export"),
)  # fmt: skip


def check_tenant_provider(provider: TenantProvider, callers: Iterable[Acting] = CALLERS) -> None:
    """Check that a provider confirms a caller's own team or refuses, and never names another team's rows."""
    for caller in callers:
        try:
            given = provider.tenant(caller)
        except ScrubjayError:
            continue
        expect(isinstance(given, str), f"tenant() gives a text, not a {type(given).__name__}")
        expect(given in ("", caller.team), "it names the caller's own team, or nothing")
        expect(given == provider.tenant(caller), "the same caller has the same rows")


def check_access_controller(controller: AccessController, callers: Iterable[Acting] = CALLERS) -> None:
    """Check that a controller answers every call with words or nothing, and allows nothing beyond a token's scopes."""
    for caller in callers:
        for called, scope in CALLS:
            try:
                given = controller.objection(caller, called, scope)
            except ScrubjayError:
                continue
            expect(isinstance(given, str), f"objection() gives a text, not a {type(given).__name__}")
            expect("\n" not in given, "an objection is one line")


def check_usage_tracker(tracker: UsageTracker, callers: Iterable[Acting] = CALLERS) -> None:
    """Check that a tracker takes every call, the same one again as well, and gives nothing."""
    for caller in callers:
        for called, _ in (*CALLS, *CALLS):
            expect(tracker.count(caller, called) is None, "count() gives nothing")  # type: ignore[func-returns-value]


def check_key_provider(provider: KeyProvider) -> None:
    """Check that a provider says where its key is from, and that the key is one, and the same each time."""
    expect(bool(provider.called) and "\n" not in provider.called, "called is one line")
    key = provider.key()
    if key is None:
        provider.make()
        key = provider.key()
    expect(isinstance(key, bytes) and len(key) <= LONGEST_KEY, f"a key is at most {LONGEST_KEY} bytes")
    text = (key or b"").strip()
    try:
        raw = base64.urlsafe_b64decode(text)
    except ValueError:
        raw = b""
    expect(len(raw) == 32, "a key is 32 bytes in URL-safe base64")
    expect(provider.key() == key, "the same key comes again")
    expect(text.decode() not in provider.called, "where it is from doesn't hold the key")

"""The machine's side of the device flow (RFC 8628): `scrubjay team join` shows a code, and asks until it was typed."""

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from scrubjay_team.oauth.metadata import resource_of
from scrubjay_team.oauth.provider import label
from scrubjay_team.oauth.values import DEVICE_EVERY_S, DEVICE_S, JOIN_CLIENT, JOINED
from scrubjay_team.people.rights import SCOPES

if TYPE_CHECKING:
    from scrubjay_team.oauth.store import OAuthStore

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters of a code: no vowels, so that none is a word, and none that is taken for another one or a figure."""

LENGTH: Final = 8

_SAID: Final[Mapping[str, tuple[str, str]]] = {
    "pending": ("authorization_pending", "nobody has typed the code yet"),
    "slow_down": ("slow_down", "wait five seconds more between two questions"),
    "denied": ("access_denied", "a person turned this machine away"),
    "expired": ("expired_token", "the code wasn't typed in time; begin again"),
    "": ("invalid_grant", "nobody waits with this code"),
}

Said = tuple[int, Mapping[str, object]]


def wrong(error: str, description: str, status: int = 400) -> Said:
    """An error as OAuth says it."""
    return status, {"error": error, "error_description": description}


def begin(store: "OAuthStore", form: Mapping[str, str], base: str, address: str) -> Said:
    """Let a machine wait for a person: its code, and where that is typed."""
    if form.get("client_id") != JOIN_CLIENT:
        return wrong("unauthorized_client", "this way is for `scrubjay team join` alone", 401)
    asked = form.get("scope", "").split()
    scopes = tuple(scope for scope in SCOPES if scope in asked) or SCOPES
    machine = label(form.get("machine", ""), "a machine without a name")
    for _ in range(3):
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        text = store.begin_device(
            code=code, machine=machine, address=label(address, "unknown"), scopes=scopes, resource=resource_of(base)
        )
        if text is not None:
            return 200, {
                "device_code": text, "user_code": f"{code[:4]}-{code[4:]}", "verification_uri": f"{base}/device",
                "expires_in": DEVICE_S, "interval": DEVICE_EVERY_S,
            }  # fmt: skip
    return wrong("temporarily_unavailable", "try again", 503)


def poll(store: "OAuthStore", form: Mapping[str, str]) -> Said:
    """Answer a machine that asks whether a person decided; once they let it in, with its token."""
    if form.get("client_id") != JOIN_CLIENT:
        return wrong("unauthorized_client", "this way is for `scrubjay team join` alone", 401)
    said, scopes, access = store.polled(form.get("device_code", ""))
    if said != "granted":
        return wrong(*_SAID[said])
    return 200, {
        "access_token": access, "token_type": "Bearer", "expires_in": int(JOINED.total_seconds()),
        "scope": " ".join(scopes),
    }  # fmt: skip


def typed_code(text: str) -> str:
    """A code as a person typed it: in any case, with or without the sign in its middle; empty for what is none."""
    code = "".join(one for one in text[:40].upper() if one not in " -")
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else ""

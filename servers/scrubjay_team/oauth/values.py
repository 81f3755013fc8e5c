"""Values of OAuth: programs that registered, what they ask, what a member allowed, and the limits of all of it."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from scrubjay.model.frozen import dataclass
from scrubjay_team.people.values import TokenScope

CODE_S: Final = 60
"""Seconds that a code is valid, and that a rotated refresh token still works; the functions of the database hold it."""

ACCESS: Final = timedelta(hours=12)
"""How long an access token of a program is valid."""

JOINED: Final = timedelta(days=90)
"""The same for that of a machine that joined, which isn't refreshed."""

CHECKED_EVERY: Final = timedelta(hours=12)
"""How often a refresh asks whether sign-in still knows the member."""

MOST_CLIENTS: Final = 10_000
MOST_REQUESTS: Final = 5_000
"""Programs that are registered at once, and requests that wait for a consent, or machines for a code."""

MOST_REDIRECTS: Final = 10
LONGEST_REDIRECT: Final = 500
LONGEST_STATE: Final = 1_000
LONGEST_NAME: Final = 60

DEVICE_S: Final = 600
"""Seconds that a machine waits for its code to be typed."""

DEVICE_EVERY_S: Final = 5
"""Seconds between two questions of a machine that waits."""

JOIN_CLIENT: Final = "scrubjay"
"""The client of the device flow: `scrubjay team join`, and no other one."""

DEVICE_GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthClient:
    """A program that registered; `secret` is the SHA-256 of its secret, None for a public one."""

    id: UUID
    name: str
    redirects: tuple[str, ...]
    secret: bytes | None
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientRequest:
    """What a program asks a person for. `known`: the person has allowed it something already."""

    id: UUID
    client: UUID
    name: str
    redirect: str
    state: str
    scopes: tuple[TokenScope, ...]
    resource: str
    known: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingMachine:
    """A machine that waits for a person: its name and address, as it says and as it was seen, and what it asks for."""

    id: UUID
    machine: str
    address: str
    scopes: tuple[TokenScope, ...]
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthGrant:
    """What a member allowed a program or a machine (`machine` is empty for a program).

    `projects` are the repositories that it is narrowed to; None: all that the member is granted.
    """

    id: UUID
    member: UUID
    member_name: str
    name: str
    machine: str
    scopes: tuple[TokenScope, ...]
    projects: tuple[str, ...] | None
    created_at: datetime
    used_at: datetime

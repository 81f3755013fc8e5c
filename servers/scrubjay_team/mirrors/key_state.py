"""How the key of a server's secrets stands: which it is, what each key sealed, and what no key here opens."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay_team.database.queries import load
from scrubjay_team.errors import SecretsLocked
from scrubjay_team.mirrors.sealing import CREDENTIAL, WEBHOOK, Sealer, sealed_by

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection

Q = load(__package__)

REFRESH: Final = "sign-in"
"""The use (`signin/standing.py`) of what a member's identity provider is asked with."""
NAMED: Final = 10
"""Repositories that a line names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyState:
    """Where the key comes from and its id (empty: there is none), how many secrets each key sealed by its id (empty:
    not said), and how many no key here opens: of which repositories, and of members' sign-ins.
    """

    called: str
    id: str
    sealed: Mapping[str, int]
    locked: int = 0
    by: tuple[str, ...] = ()
    repositories: tuple[str, ...] = ()

    @property
    def warning(self) -> str:
        """What is said before anything else of a lost key; empty where it opens all."""
        if not self.locked:
            return ""
        whose = f" of {', '.join(self.repositories[:NAMED])}" if self.repositories else ""
        which = f", sealed by the key {' or '.join(self.by)}" if self.by else ""
        here = f"the key here is {self.id}" if self.id else "there is no key here"
        return (
            f"LOST KEY: {counted(self.locked, 'secret')}{whose} can't be opened{which}; {here} ({self.called}). "
            "Private repositories aren't fetched, webhooks are refused. Put the old key back as that, or as key.ID in "
            "the data folder (mode 0600); where it is gone: `scrubjay team key rotate --lost`."
        )


def is_open(sealer: Sealer, owner: UUID, use: str, sealed: bytes) -> bool:
    """Whether a secret can be opened."""
    try:
        sealer.open(owner, use, sealed)
    except SecretsLocked:
        return False
    return True


def key_state(connection: "Connection", sealer: Sealer) -> KeyState:
    """How the key stands, looked at as the owner: every secret is tried."""
    sealed: Counter[str] = Counter()
    locked, by, names = 0, set(), []
    for row in connection.execute(Q.sealed_secrets).fetchall():
        for use, secret in ((CREDENTIAL, row["credential"]), (WEBHOOK, row["hook_secret"])):
            if secret is not None:
                sealed[sealed_by(secret)] += 1
                if not is_open(sealer, row["project"], use, secret):
                    locked += 1
                    by.add(sealed_by(secret))
                    names.append(row["name"])
    for row in connection.execute(Q.sealed_refreshes).fetchall():
        sealed[sealed_by(row["refresh"])] += 1
        if not is_open(sealer, row["member"], REFRESH, row["refresh"]):
            locked += 1
            by.add(sealed_by(row["refresh"]))
    return KeyState(
        called=sealer.called, id=_id(sealer), sealed=dict(sealed), locked=locked, by=tuple(sorted(filter(None, by))),
        repositories=tuple(dict.fromkeys(names)),
    )  # fmt: skip


def sampled_state(connection: "Connection", sealer: Sealer) -> KeyState:
    """The same by one secret of each key, as the app, who may know no repository's name."""
    sealed: Counter[str] = Counter()
    locked, by = 0, set()
    for row in connection.execute(Q.sealed_samples).fetchall():
        sealed[sealed_by(row["sealed"])] += row["number"]
        if not is_open(sealer, row["owner"], row["use"], row["sealed"]):
            locked += row["number"]
            by.add(sealed_by(row["sealed"]))
    return KeyState(
        called=sealer.called, id=_id(sealer), sealed=dict(sealed), locked=locked, by=tuple(sorted(filter(None, by)))
    )


def _id(sealer: Sealer) -> str:
    """The present key's id; empty where there is none, or it can't be had."""
    try:
        return sealer.id
    except SecretsLocked:
        return ""

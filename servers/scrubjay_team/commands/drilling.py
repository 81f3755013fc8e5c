"""A restore as a drill: a backup is restored beside the server, and what it would be worth is told; nothing is kept.

Apart from the command, since it imports the driver, which the help of a command doesn't need.
"""

import time
from collections.abc import Mapping
from pathlib import Path

from scrubjay.extensions.kinds.keys import KeyProvider
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay_team.audit.verifying import verify_audit
from scrubjay_team.database.backup import tried
from scrubjay_team.database.queries import load
from scrubjay_team.mirrors.api import Sealer, key_state

Q = load(__package__)

TOLD = 5
"""Problems of one sort that are told each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreDrill:
    """What a drill found. `made_at` is empty for a dump of pg_dump's own, `seconds` is how long the restore took.

    `problems` are sentences, what the key doesn't open first; empty: the file can be relied on.
    """

    made_at: str
    seconds: float
    tables: int
    rows: int
    links: int
    secrets: int
    problems: tuple[str, ...]


def drill(data: Path, source: Path, keys: KeyProvider) -> RestoreDrill:
    """Restore a backup into a scratch cluster, and look whether all of it is there.

    `keys` gives the server's key. Raises UsageError, BackupDamaged, EngineBusy, RestoreUndone.
    """
    began = time.monotonic()
    with tried(data, source) as restored:
        seconds = time.monotonic() - began
        with restored.owner.transaction() as connection:
            key = key_state(connection, Sealer(data, keys))
            teams = connection.execute(Q.teams).fetchall()
            chains = [(str(row["name"]), verify_audit(connection, row["id"])) for row in teams]
    missing = _missing(restored.backup.rows, restored.rows)
    broken = [f"The audit of the team {name} is broken: {state.why}." for name, state in chains if not state.ok]
    return RestoreDrill(
        made_at=restored.backup.made_at, seconds=seconds, tables=len(restored.rows), rows=sum(restored.rows.values()),
        links=sum(state.links for _, state in chains), secrets=sum(key.sealed.values()) - key.locked,
        problems=(*filter(None, [key.warning]), *missing, *broken),
    )  # fmt: skip


def _missing(then: Mapping[str, int], now: Mapping[str, int]) -> list[str]:
    """What is said of tables that have other rows than when the backup was made."""
    other = [name for name, number in then.items() if now.get(name) != number]
    return [f"{name} had {counted(then[name], 'row')}, and {now.get(name, 0):,} came back." for name in other[:TOLD]]

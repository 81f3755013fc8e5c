"""What a home has before it joined a team, and after it left: the same."""

import hashlib
from pathlib import Path
from typing import Final

from tests.benchmarks.machines_net import Machine
from tests.benchmarks.machines_team import URL, TeamOnMachines

BEFORE: Final[dict[str, dict[str, str]]] = {}
"""The home of each machine before it joined."""

GROWS: Final = (".db", ".db-wal", ".db-shm", ".log", ".lock", ".jsonl", "hooks.json")
"""What a home writes in any case: its databases, logs and locks, and what its hooks read of a task."""


def tree(machine: Machine) -> dict[str, str]:
    """Each file of a machine's home with the digest of what it says; empty for what changes in any case."""
    home = machine.folder / "home"
    return {
        str(path.relative_to(home)): "" if path.name.endswith(GROWS) else _digest(path)
        for path in sorted(home.rglob("*"))
        if path.is_file()
    }


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def secrets_in(machine: Machine, secrets: list[bytes]) -> list[str]:
    """The files of a home that hold one of some texts."""
    home = machine.folder / "home"
    files = (path for path in home.rglob("*") if path.is_file())
    return [str(path.relative_to(home)) for path in files if any(one in path.read_bytes() for one in secrets)]


def run(team: TeamOnMachines, clones: dict[str, Path], writes: int) -> list[str]:
    """Leave on every machine, one of them while the server is away."""
    missed = []
    for number, member in enumerate(team.members):
        token = (member.folder / "home" / "joined" / "token").read_bytes().strip()
        if number == 2:
            team.at.wire("down")
        member.run("scrubjay", "team", "leave", "--yes", cwd=clones[member.name])
        before, after = BEFORE[member.name], tree(member)
        more = sorted(set(after) - set(before))
        fewer = sorted(set(before) - set(after))
        other = sorted(one for one in set(before) & set(after) if before[one] != after[one])
        holds = secrets_in(member, [token])
        named = secrets_in(member, [URL.encode()])
        print(f"{member.name} | new {more} | gone {fewer} | changed {other} | token in {holds} | address in {named}")
        missed += [f"{member.name}: the token stays in {holds}"] if holds else []
        missed += [f"{member.name}: {one} stays" for one in more if "joined" in one]
        missed += [f"{member.name}: {one} isn't as before" for one in other]
    team.at.wire("up")
    return missed

"""Which project of this home is which of the team's: matched by its remotes' addresses, and by knowing its commits.

Only hashes of a nonce of the server's with the address and with each commit's id are sent: a server that doesn't have
the repository learns nothing but whether an address is one that it guessed, and who only knows it proves nothing.
"""

import hashlib
import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from scrubjay.errors import ScrubjayError
from scrubjay.git.ancestry import base_commit, remote_base
from scrubjay.git.process import Git
from scrubjay.identity.projects.hints import remotes
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass, field_names
from scrubjay.model.pattern import pattern
from scrubjay.storage.filesystem import file_lock
from scrubjay.storage.own import read_own, write_own
from scrubjay_joined.answers import read
from scrubjay_joined.client import TeamClient
from scrubjay_joined.errors import TeamRefusedCall
from scrubjay_joined.threads import start
from scrubjay_joined.told import WireMatch, WireNonce

FILE: Final = "projects.json"
LOCK: Final = "projects.lock"
MOST_PROOFS: Final = 200
"""Commits by which a repository is proven, the newest of its base branch."""
AGAIN: Final = timedelta(hours=1)
"""After so long a repository that the team doesn't have, or didn't grant, is asked for again."""

_MOST_ADDRESSES: Final = 5
_MOST_PROJECTS: Final = 1_000
_LONGEST: Final = 1_000_000
_REMOTE: Final = pattern(r"[a-z0-9\[][a-z0-9\]:._-]+/[^\s\\]{1,900}")
"""host/path, as an address of a remote has it, and no folder of this machine."""


@dataclass(frozen=True, slots=True)
class ProjectThere:
    """A project of the home as the team has it: id and name there, empty where it has none; `at` is when it was asked.

    `addresses` are the remotes that it was asked by, each on a line.
    """

    id: str
    name: str
    addresses: str
    at: str


_FIELDS: Final = field_names(ProjectThere)


class ProjectsThere:
    """The projects of a home as the team's server has them, by the home's ids. Safe to use from several threads."""

    def __init__(self, folder: Path, server: str, client: TeamClient, clock: Clock) -> None:
        self._folder = folder
        self._server = server
        self._client = client
        self._clock = clock
        self._asked: dict[str, threading.Thread] = {}

    def known(self, project: str) -> str:
        """The id there of a project of the home, as far as it was matched; empty for none. Asks nobody."""
        there = self._read().get(project)
        return there.id if there else ""

    def named(self, project: str) -> str:
        """Its name there, as far as it was matched; empty for none."""
        there = self._read().get(project)
        return there.name if there else ""

    def soon(self, project: str, git: Git) -> str:
        """The same, and the first time it is matched in a thread of its own: for what can't wait for a server."""

        def quietly() -> None:
            with suppress(ScrubjayError, OSError):
                self.match(project, git)

        if project not in self._asked:
            self._asked[project] = start("team project", quietly)
        return self.known(project)

    def wait(self, seconds: float) -> None:
        """Wait for what `soon` began, for at most so long each."""
        for thread in [*self._asked.values()]:
            thread.join(seconds)

    def match(self, project: str, git: Git, *, again: bool = False) -> ProjectThere:
        """A project of the home as the team has it, asked for unless it is known for these remotes, or `again`.

        Raises what the client does, GitFailed, UsageError where the file of projects isn't the home's own.
        """
        addresses = tuple(sorted(one for one in remotes(git) if _REMOTE.fullmatch(one)))[:_MOST_ADDRESSES]
        held, named = self._read().get(project), "\n".join(addresses)
        if held and held.addresses == named and not again and (held.id or not self._is_old(held)):
            return held
        found = self._asked_for(addresses, _newest(git) if addresses else ())
        there = ProjectThere(*found, named, iso(self._clock()))
        self._write(project, there)
        return there

    def forget(self, project: str) -> None:
        """Drop what is known of a project, such as when the server knows its id no more."""
        self._write(project, None)

    def _is_old(self, there: ProjectThere) -> bool:
        try:
            return self._clock() - datetime.fromisoformat(there.at) > AGAIN
        except (ValueError, TypeError):
            return True

    def _asked_for(self, addresses: Iterable[str], commits: Sequence[str]) -> tuple[str, str]:
        """The id and the name of the first address that the server matches by these commits; empty for none."""
        for address in addresses if commits else ():
            nonce = read(WireNonce, self._client.post("/projects/nonce", {})).nonce
            shown, *proofs = [_hashed(nonce, one) for one in (address, *commits)]
            try:
                said = self._client.post("/projects/match", {"address": shown, "nonce": nonce, "proofs": proofs})
            except TeamRefusedCall as refused:
                if refused.status != 404:
                    raise
                continue
            there = read(WireMatch, said).project
            return there.id, there.name
        return "", ""

    def _read(self) -> dict[str, ProjectThere]:
        """The projects that were asked for at this server; what can't be read is none, and asked for again."""
        try:
            held: Any = json.loads(read_own(self._folder / FILE, "the projects of the team", _LONGEST) or "{}")
        except ValueError:
            return {}
        rows = held.get("projects") if isinstance(held, dict) and held.get("server") == self._server else None
        rows = rows if isinstance(rows, dict) else {}
        return {name: ProjectThere(**row) for name, row in rows.items() if _is_row(row)}

    def _write(self, project: str, there: ProjectThere | None) -> None:
        """Keep what is known of a project. A home that left meanwhile gets no folder back."""
        try:
            with file_lock(self._folder / LOCK, wait=True):
                held = self._read()
                held.pop(project, None)
                newest = sorted(held.items(), key=lambda item: item[1].at, reverse=True)[: _MOST_PROJECTS - 1]
                kept = dict(newest) | ({project: there} if there else {})
                rows = {name: {key: getattr(one, key) for key in _FIELDS} for name, one in kept.items()}
                if self._folder.is_dir():
                    write_own(self._folder / FILE, json.dumps({"server": self._server, "projects": rows}))
        except FileNotFoundError:
            return


def _newest(git: Git) -> tuple[str, ...]:
    """The newest commits of the base branch, as the remote has it where the clone knows; HEAD's where it has none."""
    tip = remote_base(git) or base_commit(git) or "HEAD"
    code, out = git.answer("rev-list", f"--max-count={MOST_PROOFS}", "--end-of-options", tip, "--")
    return () if code else tuple(out.decode("ascii", "replace").split())


def _hashed(nonce: str, text: str) -> str:
    return hashlib.sha256(f"{nonce}{text}".encode()).hexdigest()


def _is_row(row: Any) -> bool:
    fields = row if isinstance(row, Mapping) else {}
    return fields.keys() == set(_FIELDS) and all(isinstance(one, str) for one in fields.values())

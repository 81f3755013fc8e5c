"""The service of quarantines in one project: the same name in its memories, the user's, and its sessions' work."""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Set
from dataclasses import fields, replace
from typing import Any

from scrubjay.errors import NotAllowed, NotFound, StorageError, UsageError
from scrubjay.identity.audit import AuditEvent
from scrubjay.memory.lifecycle import quarantined
from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.scopes import Scopes
from scrubjay.model.pattern import pattern
from scrubjay.model.quarantine import BlastRadius, Quarantine, QuarantineCounts
from scrubjay.model.visible import session_name
from scrubjay.session.tasks import quarantined as working
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection


def radius_of(connection: Connection, who: str, names: Collection[str]) -> BlastRadius:
    """The blast radius of an author: what was written under these names, and other memories that it touched."""
    params = {"names": json.dumps(sorted(names))}

    def ids(sql: str) -> tuple[str, ...]:
        return tuple(row["id"] for row in connection.execute(sql, params))

    replaced = [(row["id"], row["waits"]) for row in connection.execute(Q.replaced_by, params)]
    return BlastRadius(
        who=who,
        written=ids(Q.written_by),
        replaced=tuple(id for id, waits in replaced if not waits),
        would_replace=tuple(id for id, waits in replaced if waits),
        derived=ids(Q.made_of),
        supported=ids(Q.supported_by),
        contested=ids(Q.contested_by),
        shared=ids(Q.shared_by),
    )


def in_pools(connection: Connection, ids: Collection[str]) -> tuple[tuple[str, str], ...]:
    """The pools in which some memories are shared, each with an id."""
    rows = connection.execute(Q.in_pools, {"ids": json.dumps(sorted(ids))})
    return tuple((row["name"], row["id"]) for row in rows)


def shown_in_projects(connection: Connection) -> tuple[tuple[str, str], ...]:
    """Projects that were shown memories of this database, each with the beginnings of their ids, from the audit."""
    return tuple((row["project"], row["memories"] or "") for row in connection.execute(Q.shown_in_projects))


DIGITS = 8
_ID = pattern(r"\b[0-9a-f]{8,32}\b")


def shown_ids(ids: Iterable[str], shown: Iterable[tuple[str, str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Per session or agent that was shown any of the memories `ids`: its name and the ids it was shown."""
    by_digits = {id[:DIGITS]: id for id in ids}
    found: dict[str, dict[str, None]] = {}
    for who, text in shown:
        for digits in _ID.findall(text):
            id = by_digits.get(digits[:DIGITS], "")
            if id.startswith(digits) and id:
                found.setdefault(who, {})[id] = None
    return tuple((who, tuple(seen)) for who, seen in sorted(found.items()))


LEAST = 8
"""Characters of a session's id that name it, at least."""


def full_name(who: str, names: Collection[str]) -> str:
    """The full author or session name that `who` abbreviates; empty if none. Raises UsageError for several."""
    who = who.strip()
    if who in names or not who:
        return who
    longer = sorted(name for name in names if len(who) >= LEAST and name.startswith(who))
    if len(longer) > 1:
        raise UsageError(f"More than one author or session is called {who[:40]!r}. Give more of the name.")
    return longer[0] if longer else ""


def names_of(who: str, runs: Mapping[str, Set[str]], sessions: Iterable[str]) -> frozenset[str]:
    """The names of an author, a session or an agent. `runs` are the names of each agent, `sessions` all known ones.

    A sub-agent's session is called after the one that started it, "<session>/<sub-agent>".
    """
    own, fresh = {who}, {who}
    while fresh:
        fresh = {name for one in fresh for name in runs.get(one, ())} - own
        own |= fresh
    return frozenset(own | {session for session in sessions if session.partition("/")[0] in own})


SCOPES = ("project", "user")


class Quarantines:
    """Takes what somebody wrote out of every answer of a project, and gives it back.

    Memories come first, and each database in one transaction: what is prepared meanwhile is dropped with the last.
    `runs` are the names of the project's agents, as far as the home still knows them. `owner` is the home's user, whose
    name is on what all its agents write and on what they write themselves.
    """

    def __init__(
        self, memories: Scopes, session: Database, runs: Callable[[], Mapping[str, frozenset[str]]] = dict,
        owner: str = "",
    ) -> None:  # fmt: skip
        self._memories = memories
        self._session = session
        self._runs = runs
        self._owner = owner

    def admit(self, agent: str, session: str, what: str) -> None:
        """Check that an agent, by label, and its session may write, and note them. Raises NotAllowed if quarantined.

        Where the memories can't be read, what the sessions know of quarantines decides: they go on beside damaged ones.
        """
        params = {"agent": agent, "session": session}
        try:
            who, known = self._memories.reading("project", lambda c, _: _standing(c, agent, session))
        except StorageError:
            who, known = self._session.read(lambda c: working.quarantine_of_names(c, (agent, session))), True
        if who:
            self._memories.writing(
                "project",
                lambda c, place: place.audit.add(
                    c, place.now, AuditEvent.PERMISSION_DENIED, agent, who, what, "refused", {"session": session}
                ),
            )
            raise NotAllowed(f"{who} is quarantined. A person lifts it: `scrubjay quarantine {who} --lift`.")
        if not known:
            self._memories.writing("project", lambda c, _: c.execute(Q.add_agent_writer, params))

    def impose(self, who: str, actor: str, reason: str = "") -> QuarantineCounts:
        """Quarantine an author, a session or an agent. Raises NotFound, UsageError where several are called so."""
        name = self.named(who)
        if name == self._owner:
            raise UsageError(
                f"{name} is the user of this home: all its agents write under that name, and so do you. Name an "
                "agent, its client or a session: `scrubjay agents`, `scrubjay memories --json`."
            )
        names = sessions = self._names(name)
        counts = QuarantineCounts()
        written: list[str] = []
        for scope in SCOPES:
            counts += self._memories.writing(
                scope, lambda c, place: quarantined.impose(c, place, name, names, actor, reason)
            )
            sessions |= self._memories.reading(scope, lambda c, _: quarantined.sessions_of(c, name))
            written.append(self._memories.reading(scope, lambda c, _: quarantined.wrote_from(c, {name, *names})))
        since = min(filter(None, written), default="")
        self._session.write(lambda c: working.impose(c, name, sessions, since))
        return counts

    def lift(self, who: str, actor: str) -> QuarantineCounts:
        """Let what somebody wrote count again. Raises NotFound where nobody who is quarantined is called so."""
        name = self.quarantined(who)
        counts = QuarantineCounts()
        for scope in SCOPES:
            counts += self._memories.writing(scope, lambda c, place: quarantined.lift(c, place, name, actor))
        self._session.write(lambda c: working.lift(c, name))
        return counts

    def quarantined(self, who: str) -> str:
        """The whole name of somebody who is quarantined. Raises NotFound, UsageError."""
        name = full_name(who, {one.who for one in self.listed()})
        if not name:
            raise NotFound(f"Nobody called {who[:40]!r} is quarantined. `scrubjay quarantine --list` shows who is.")
        return name

    def listed(self) -> tuple[Quarantine, ...]:
        """Everybody who is quarantined here, the oldest first."""
        found: dict[str, Quarantine] = {}
        for scope in self._memories.scopes():
            for one in self._memories.reading(scope, lambda c, _: quarantined.quarantines(c)):
                before = found.get(one.who)
                found[one.who] = replace(before, memories=before.memories + one.memories) if before else one
        return tuple(sorted(found.values(), key=lambda one: (one.at, one.who)))

    def blast(self, who: str) -> BlastRadius:
        """The blast radius of what somebody wrote. Raises NotFound, UsageError where several are called so."""
        name = self.named(who)
        names = self._names(name)
        radii = [
            self._memories.reading(scope, lambda c, _: radius_of(c, name, names)) for scope in self._memories.scopes()
        ]
        shown: list[tuple[str, str]] = list(self._session.read(working.shown_to))
        if self._memories.user_exists():
            projects = self._memories.reading("user", lambda c, _: shown_in_projects(c))
            shown += [(f"project {project}", ids) for project, ids in projects]
        shown += [(f"handoff {id[:12]}", text) for id, text in self._session.read(working.handoff_contents)]
        together = _combined_radius(name, radii)
        pools = self._memories.reading("project", lambda c, _: in_pools(c, together.written))
        shown += [(f"pool {pool}", id) for pool, id in pools]
        return replace(together, told=shown_ids(together.written, shown))

    def named(self, who: str) -> str:
        """The whole name of an author, a session or an agent of here. Raises NotFound, UsageError."""
        runs = self._all_runs()
        names = self._sessions(runs) | {one.who for one in self.listed()} | set(runs)
        for scope in self._memories.scopes():
            names |= self._memories.reading(scope, lambda c, _: quarantined.writers(c))
        who = who.strip()
        name = full_name(who, names) or full_name(session_name(who), names) or full_name(who.replace("-", "_"), names)
        if not name:
            raise NotFound(
                f"No author, session or agent is called {who[:40]!r} here. "
                "`scrubjay memories --json` shows the author and session of each memory, `scrubjay agents` the agents."
            )
        return name

    def _names(self, who: str) -> frozenset[str]:
        """The names under which somebody wrote."""
        runs = self._all_runs()
        sessions = self._sessions(runs)
        for scope in self._memories.scopes():
            sessions |= self._memories.reading(scope, lambda c, _: quarantined.writers(c))
        return names_of(who, runs, sessions)

    def _all_runs(self) -> dict[str, frozenset[str]]:
        """The names of each agent: as the home knows them, and as it wrote, handed over and shared."""
        found: dict[str, frozenset[str]] = {}
        shared = [
            self._memories.reading(scope, lambda c, _: quarantined.agents(c)) for scope in self._memories.scopes()
        ]
        for runs in (self._runs(), self._session.read(working.runs), *shared):
            for agent, sessions in runs.items():
                found[agent] = found.get(agent, frozenset()) | sessions
        return found

    def _sessions(self, runs: Mapping[str, frozenset[str]]) -> set[str]:
        return set(self._session.read(working.known_sessions)).union(*runs.values())


def _combined_radius(who: str, radii: Iterable[BlastRadius]) -> BlastRadius:
    ids: dict[str, list[str]] = defaultdict(list)
    for one in radii:
        for field in fields(BlastRadius):
            if field.name not in ("who", "told"):
                ids[field.name] += getattr(one, field.name)
    together: dict[str, Any] = {name: tuple(values) for name, values in ids.items()}
    return BlastRadius(who=who, **together)


def _standing(connection: Connection, agent: str, session: str) -> tuple[str | None, bool]:
    """The quarantine that an agent or its session is under, None for none; and whether it is known to write."""
    params = {"agent": agent, "session": session}
    who, known = connection.once(
        ("standing", agent, session), lambda: connection.execute(Q.standing, params).fetchone()
    )
    return who, bool(known)

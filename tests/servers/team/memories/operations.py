"""Random operations by members of three teams, each done by the services over PostgreSQL and by the oracle."""

import random
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from scrubjay.errors import ScrubjayError, VersionConflict
from scrubjay.model.memory import Blocked, Held, Known, Outcome
from scrubjay_team.database.connecting import Entered
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.handoffs import TeamHandoffs
from scrubjay_team.memories.listing import MemoryFilters
from scrubjay_team.memories.memories import TeamMemories
from scrubjay_team.memories.memory import TeamMemory
from scrubjay_team.memories.pool_queries import TeamPoolQueries
from scrubjay_team.memories.pools import TeamPools
from scrubjay_team.memories.proposals import GlobalClaims
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_member, make_project, make_team, make_token
from tests.servers.team.memories.mirrors import drop_document, put_document
from tests.servers.team.memories.oracle import Answer, Oracle
from tests.servers.team.memories.oracle_values import Claim, Left, Person, Repository

NOUNS = ("cache", "ledger", "router", "parser", "mailer", "billing", "gateway", "scheduler", "uploader", "archive")
WHATS = ("invoices", "sessions", "thumbnails", "counters")
ROLES = ("reader", "writer", "reviewer", "owner")
SCOPES = ("search", "remember", "handoff")
PERMISSIONS = ("", "read", "write", "admin")


class World:
    """Three teams that each have a repository `shop` and one of their own, with four members each."""

    def __init__(self, databases: Databases, seed: int) -> None:
        self._databases, self._random = databases, random.Random(seed)
        self._oracle = Oracle(databases.clock.now)
        self._memories = TeamMemories(None, databases.clock)
        self._pools, self._handoffs = TeamPools(databases.clock), TeamHandoffs(databases.clock)
        self._queries = TeamPoolQueries(self._memories, self._pools, databases.clock)
        self._ids: dict[str, UUID] = {}
        self._tokens: dict[str, bytes] = {}
        for team in ("acme", "bolt", "cord"):
            self._ids[team] = make_team(databases.owner, team)
            for name in ("shop", f"{team}-own"):
                self._ids[f"{team}/{name}"] = make_project(databases.owner, self._ids[team], name, open=False)
                self._oracle.repositories[f"{team}/{name}"] = Repository(f"{team}/{name}", team, open=False)
            for role in ROLES:
                who = f"{role}-of-{team}"
                self._ids[who] = make_member(databases.owner, self._ids[team], who, role)
                self._tokens[who] = make_token(databases.owner, self._ids[who], days=300)
                self._oracle.people[who] = Person(who, team, role, set(SCOPES))
                if role != "reader":
                    self._grant(who, f"{team}/shop")
        self._names = sorted(self._oracle.people)

    def step(self) -> tuple[str, Answer, Answer]:
        """One random operation: what it was, what the services answered, and what the oracle answers."""
        self._databases.clock.now += timedelta(minutes=self._random.choice((0, 1, 5, 20, 45)))
        self._oracle.now = self._databases.clock.now
        names = ("grant", "role", "document", "remember", "remember", "remember", "change", "forget", "read",
                 "search", "search", "told", "contents", "decide", *["pool"] * 4, *["handoff"] * 4)  # fmt: skip
        name = self._random.choice(names)
        work: Callable[[str], tuple[Answer, Answer]] = getattr(self, f"_{name}")
        who = self._random.choice(self._names)
        there, here = work(who)
        return f"{name} by {who}", there, here

    @contextmanager
    def _entered(self, who: str):  # type: ignore[no-untyped-def]
        with self._databases.app.entered(self._tokens[who]) as entered:
            yield entered

    def _done(self, who: str, work: Callable[[Entered], Answer]) -> Answer:
        """What a call answers, or the name of its error."""
        try:
            with self._entered(who) as entered:
                return work(entered)
        except ScrubjayError as error:
            return ("VersionConflict" if isinstance(error, VersionConflict) else type(error).__name__,)

    def _owner(self, sql: str, *params: object) -> None:
        with self._databases.owner.transaction() as connection:
            connection.execute(sql, params)

    def _some_repository(self, who: str) -> str:
        """A repository, oftener one of the member's own team; or none."""
        team = self._oracle.people[who].team
        return self._random.choice((*[""] * 3, *[f"{team}/shop"] * 3, f"{team}/{team}-own", "bolt/bolt-own"))

    def _some(self, ids: Mapping[str, Claim | Left], who: str) -> str:
        """The id of something, mostly of the member's own team; now and then of nothing."""
        team = self._oracle.people[who].team
        own = [id for id, one in sorted(ids.items()) if one.team == team and self._random.random() < 0.9]
        return self._random.choice(own or sorted(ids)) if ids and self._random.random() < 0.95 else "0" * 32

    def _near(self, who: str) -> list[str]:
        return [one for one in self._names if self._oracle.people[one].team == self._oracle.people[who].team]

    def _text(self) -> str:
        return f"The {self._random.choice(NOUNS)} service keeps {self._random.choice(WHATS)} on disk."

    def _grant(self, who: str, name: str = "") -> tuple[Answer, Answer]:
        name = name or self._random.choice(sorted(self._oracle.repositories))
        one = self._oracle.repositories[name]
        if self._random.random() < 0.05:
            one.open = not one.open
            self._owner("UPDATE project SET open = %s WHERE id = %s", one.open, self._ids[name])
        elif who in one.members:
            one.members.discard(who)
            self._owner(
                "DELETE FROM project_member WHERE project = %s AND member = %s", self._ids[name], self._ids[who]
            )
        elif one.team == self._oracle.people[who].team:
            one.members.add(who)
            row = (self._ids[one.team], self._ids[name], self._ids[who])
            self._owner("INSERT INTO project_member (team, project, member) VALUES (%s, %s, %s)", *row)
        return (), ()

    def _role(self, who: str) -> tuple[Answer, Answer]:
        person = self._oracle.people[who]
        person.role = self._random.choice((*ROLES, "writer", "writer", "reviewer"))
        person.scopes = {"search", *self._random.choice((*[SCOPES] * 6, ("remember",), ("handoff",)))}
        self._owner("UPDATE member SET role = %s WHERE id = %s", person.role, self._ids[who])
        self._owner("UPDATE access_token SET scopes = %s WHERE member = %s", sorted(person.scopes), self._ids[who])
        return (), ()

    def _document(self, who: str) -> tuple[Answer, Answer]:
        name, path = self._random.choice(sorted(self._oracle.repositories)), f"docs/{self._random.choice('abc')}.md"
        documents = self._oracle.repositories[name].documents
        if path in documents and self._random.random() < 0.3:
            del documents[path]
            drop_document(self._databases, self._ids[name], path)
        else:
            documents[path] = f"# Disk\n\n{self._text()}\n"
            put_document(self._databases, self._ids[name], path, documents[path])
        return (), ()

    def _remember(self, who: str) -> tuple[Answer, Answer]:
        scope = "global" if self._random.random() < 0.15 else "team"
        repository = self._some_repository(who) if scope == "team" else ""
        source = f"docs/{self._random.choice('abc')}.md" if repository and self._random.random() < 0.5 else ""
        documents = self._oracle.repositories[repository].documents if repository else {}
        text = documents[source].split("\n")[2] if source in documents else self._text()
        days = self._random.choice((None, None, 0, 2))
        until = None if days is None else self._oracle.now.replace(hour=23, minute=59, second=59) + timedelta(days)
        key = self._random.choice(("", "", "", "k1", "k2"))
        new = Claim(
            id="", text=text, author=who, team=self._oracle.people[who].team, scope=scope, repository=repository,
            until=until, source=source, key=key,
        )  # fmt: skip
        given = TeamClaim(
            content=text, scope=scope, repo=self._called(who, repository), sources=(source,) if source else (), key=key,
            valid_until=until.date().isoformat() if until else "",
        )  # fmt: skip
        there = self._done(who, lambda entered: _outcome(self._memories.remember(entered, given)))
        return there, self._oracle.remember(who, replace(new, id=str(there[-1])))

    def _called(self, who: str, repository: str) -> str:
        """The name by which a member calls a repository; one of another team has a name that theirs has not."""
        team, _, name = repository.partition("/")
        return name if team == self._oracle.people[who].team else repository

    def _change(self, who: str) -> tuple[Answer, Answer]:
        id, how = self._some(self._oracle.claims, who), self._random.choice(("supersede", "retract", "invalidate"))
        team = self._oracle.people[who].team
        new = Claim(id="", text=self._text(), author=who, team=team, scope="", repository="", until=None)

        def work(entered: Entered) -> Answer:
            done = self._memories.update(entered, id, how, TeamClaim(content=new.text))
            return (str(done.status),) if isinstance(done, TeamMemory) else _outcome(done)

        there = self._done(who, work)
        return there, self._oracle.change(who, id, how, replace(new, id=str(there[-1])))

    def _forget(self, who: str) -> tuple[Answer, Answer]:
        if self._random.random() < 0.5:
            return (), ()
        id = self._some(self._oracle.claims, who)
        there = self._done(who, lambda entered: ("forgotten",) if self._memories.forget(entered, id) == id else ())
        return there, self._oracle.forget(who, id)

    def _read(self, who: str) -> tuple[Answer, Answer]:
        def work(entered: Entered) -> Answer:
            found = self._memories.listed(entered, MemoryFilters(), 1_000)
            return tuple(sorted(one.content for one in found.memories))

        return self._done(who, work), self._oracle.texts(who)

    def _search(self, who: str) -> tuple[Answer, Answer]:
        noun, repository = self._random.choice(NOUNS), self._some_repository(who)
        repo = self._called(who, repository)

        def work(entered: Entered) -> Answer:
            found = self._memories.search(entered, noun, 100, repo)
            return tuple(sorted(one.memory.content for one in found))

        hidden = repository and repository not in self._oracle.granted(who)
        return self._done(who, work), ("UsageError",) if hidden else self._oracle.texts(who, noun, repository)

    def _told(self, who: str) -> tuple[Answer, Answer]:
        id = self._some(self._oracle.claims, who)

        def work(entered: Entered) -> Answer:
            one = self._memories.provenance(entered, id).memory
            return (one.content, str(one.status), str(one.grade), one.mine)

        return self._done(who, work), self._oracle.told(who, id)

    def _contents(self, who: str) -> tuple[Answer, Answer]:
        sql = "SELECT c.text FROM shown AS s JOIN content AS c ON c.id = s.content"

        def work(entered: Entered) -> Answer:
            return tuple(sorted(row["text"] for row in entered.connection.execute(sql).fetchall()))

        return self._done(who, work), self._oracle.contents(who)

    def _decide(self, who: str) -> tuple[Answer, Answer]:
        globals_ = {one.id: one for one in self._oracle.claims.values() if one.scope == "global"}
        id, accept = self._some(globals_, who), self._random.random() < 0.7
        try:
            with self._databases.owner.transaction() as connection:
                claims = GlobalClaims(connection, self._databases.clock)
                _ = claims.accept(id) if accept else claims.refuse(id)
                there: Answer = ("done",)
        except ScrubjayError as error:
            there = (type(error).__name__,)
        return there, self._oracle.decide(id, accept=accept)

    def _pool(self, who: str) -> tuple[Answer, Answer]:
        name, wanted, oracle = (
            self._random.choice(("ops", "ops", "ops", "web")),
            self._random.choice((1, 2, 3)),
            self._oracle,
        )
        id, pools = self._some(oracle.claims, who), self._pools

        def ask(entered: Entered) -> Answer:
            return tuple(sorted(one.content for one in self._queries.query(entered, name, "", 100).memories))

        acts: dict[str, tuple[Callable[[Entered], Answer], Callable[[], Answer]]] = {
            "create": (lambda e: ("created",) if pools.create(e, name) else (), lambda: oracle.create(who, name)),
            "join": (
                lambda e: ("joined", int(pools.join(e, name, PERMISSIONS[wanted])[1])),
                lambda: oracle.join(who, name, wanted),
            ),
            "leave": (lambda e: ("left",) if pools.leave(e, name) else (), lambda: oracle.leave(who, name)),
            "share": (lambda e: ("shared",) if pools.share(e, name, id) else (), lambda: oracle.share(who, name, id)),
            "ask": (ask, lambda: oracle.ask(who, name)),
        }
        act, expected = acts[self._random.choice(("create", "join", "join", "leave", "share", "share", "ask", "ask"))]
        return self._done(who, act), expected()

    def _handoff(self, who: str) -> tuple[Answer, Answer]:
        handoffs, action = self._handoffs, self._random.choice(("left", "left", "pending", "accept", "accept", "end"))
        if action == "left":
            return self._left(who)
        if action == "pending":

            def pending(entered: Entered) -> Answer:
                return tuple(sorted(one.id for one in handoffs.pending(entered, limit=100)))

            return self._done(who, pending), self._oracle.tried(lambda: self._oracle.pending(who))
        id = self._some(self._oracle.handoffs, who)
        done = action if action == "accept" else self._random.choice(("complete", "reject", "cancel"))

        def act(entered: Entered) -> Answer:
            if done == "complete":
                return (str(handoffs.complete(entered, id, {"status": "done"})[0].state),)
            if done == "reject":
                return (str(handoffs.reject(entered, id, "no time").state),)
            return (str((handoffs.accept if done == "accept" else handoffs.cancel)(entered, id).state),)

        return self._done(who, act), self._oracle.tried(lambda: self._oracle.act(who, id, done))

    def _left(self, who: str) -> tuple[Answer, Answer]:
        target = self._random.choice(("", "", *self._near(who), self._random.choice(self._names)))
        repository = self._some_repository(who)
        repo, hours = self._called(who, repository), self._random.choice((1, 100))

        def work(entered: Entered) -> Answer:
            context = {"task_description": "Finish it."}
            made = self._handoffs.initiate(entered, target or "any", context, repo=repo, ttl_seconds=hours * 3600)
            return ("left", made.id)

        there = self._done(who, work)
        expires = self._oracle.now + timedelta(hours=hours)
        new = Left(str(there[-1]), self._oracle.people[who].team, repository, who, target, expires)
        return there, self._oracle.tried(lambda: self._oracle.initiate(who, new))


def _outcome(outcome: Outcome) -> Answer:
    """What became of a claim, with the id of its memory."""
    if isinstance(outcome, Blocked):
        return ("blocked",)
    word = "known" if isinstance(outcome, Known) else "held" if isinstance(outcome, Held) else "stored"
    return (word, outcome.id)

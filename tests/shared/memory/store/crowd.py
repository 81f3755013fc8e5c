"""Many agents on one home, killed at random and started again; then every promise is checked against the tables."""

import random
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scrubjay.app import App
from scrubjay.identity.audit import AuditEvent, verify_chain
from scrubjay.identity.audit.log import AuditRecord, record_of
from scrubjay.identity.audit.log import Q as AUDIT
from scrubjay.model.memory import MemoryStatus
from scrubjay.storage.driver import Connection
from tests.conftest import Repo
from tests.patience import PATIENCE_S

TOP = Path(__file__).parents[4]
PEOPLE = 4
"""Users whose queues the agents share, several agents each."""


@dataclass
class Heard:
    """What the agents acknowledged: ids by key, decided ids with what was done, kills."""

    written: dict[str, str] = field(default_factory=dict)
    decided: list[tuple[str, str, str, str]] = field(default_factory=list)
    late: int = 0
    kills: int = 0


class Crowd:
    """Agents as processes. Each writes what it says into a file, which a kill can't take back."""

    def __init__(self, repo: Repo, folder: Path, size: int, limits: dict[str, int]) -> None:
        self._repo, self._folder = repo, folder
        self._names = [f"agent{number}" for number in range(size)]
        self._limits = {f"SCRUBJAY_REVIEW_{name.upper()}": str(value) for name, value in limits.items()}
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._began: dict[str, int] = {}
        self.kills = 0
        folder.mkdir()

    def live(self, seconds: float, every: float, seed: int) -> Heard:
        """Run for so long and until enough was said; a kill -9 every so many seconds, and for all at the end.

        Whoever is killed has said a line or some since its start, so that a busy machine slows them and stops nobody.
        """
        chance, started = random.Random(seed), time.monotonic()
        try:
            for name in self._names:
                self._start(name)
            while (lived := time.monotonic() - started) < seconds or (lived < PATIENCE_S and not self._enough()):
                time.sleep(chance.uniform(0, 2 * every))
                name = chance.choice(self._names)
                if self._said(name)[self._began[name] :].count("\n") >= chance.randint(1, 8):
                    self._kill(name)
                    self._start(name)
        finally:
            for name in self._names:
                self._kill(name)
        return self._heard()

    def _enough(self) -> bool:
        said = "".join(map(self._said, self._names))
        return self.kills >= len(self._names) and said.count("wrote ") >= 3 * len(self._names) and "decided " in said

    def _start(self, name: str) -> None:
        self._began[name] = len(self._said(name))
        asked = [line.split()[2] for line in self._said(name).splitlines() if line.startswith("asks ")]
        who = f"person{int(name.removeprefix('agent')) % PEOPLE}"
        environment = self._repo.environment | self._limits | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
        with (self._folder / name).open("ab") as out, (self._folder / f"{name}.err").open("ab") as err:
            self._running[name] = subprocess.Popen(
                [sys.executable, "-m", "tests.shared.memory.store.agent", str(self._repo.path), name, who,
                 asked[-1] if asked else "0"],
                cwd=TOP, env=environment, stdout=out, stderr=err,
            )  # fmt: skip

    def _kill(self, name: str) -> None:
        process = self._running.pop(name, None)
        if process is None:
            return
        assert process.poll() is None, (self._folder / f"{name}.err").read_text()
        process.kill()
        process.wait()
        self.kills += 1

    def _said(self, name: str) -> str:
        file = self._folder / name
        return file.read_text() if file.exists() else ""

    def _heard(self) -> Heard:
        heard = Heard(kills=self.kills)
        for name in self._names:
            for line in self._said(name).splitlines(keepends=True):
                if not line.endswith("\n"):
                    continue
                word, *rest = line.split()
                if word == "wrote":
                    key, id = rest
                    assert heard.written.setdefault(key, id) == id, "one key, one memory, whatever was killed"
                elif word == "decided":
                    what, one, other, by = rest
                    heard.decided.append((what, one, other, by))
                heard.late += word == "late"
        return heard


def check(app: App, repo: Repo, heard: Heard, *, per_user: int, total: int) -> int:
    """Hold what was acknowledged against what is there; returns how many memories there are."""
    at = app.workspace(repo.path)
    rows = at.knowledge_database.read(_rows)
    keys = {row["key"].partition(":")[2]: row["id"] for row in rows if row["key"]}
    assert heard.written.items() <= keys.items(), "every acknowledged write is there, under its key"
    assert len(keys) == sum(bool(row["key"]) for row in rows), "and once"
    held = Counter(row["digest"] for row in rows if row["status"] in ("active", "held"))
    assert max(held.values()) == 1, "no claim holds or waits twice, however many said it at once"
    halves = [row for row in rows if (row["beliefs"], row["judged"] > 0, row["indexed"]) != (1, True, 1)]
    assert not halves, "nothing is half-written"
    standing = at.memories.of_ids({id for _, one, other, by in heard.decided for id in (one, other, by) if len(id) > 1})
    for what, one, other, by in heard.decided:
        good = MemoryStatus.ACTIVE if what == "approve" else MemoryStatus.RETRACTED
        assert standing[one].status is good, (what, one)
        assert what in ("approve", "reject") or one in standing[by].supersedes
        assert what != "merge" or other in standing[by].supersedes
    _replay(at.knowledge_database.read(_audit), {row["id"]: row for row in rows}, per_user, total)
    report = at.knowledge_database.read(lambda c: verify_chain(c, at.knowledge_database.path.parent / "audit"))
    assert report.ok, report.problems
    assert at.knowledge_database.read(lambda c: c.execute("PRAGMA integrity_check").fetchone()[0]) == "ok"
    return len(rows)


def _rows(connection: Connection) -> list[dict[str, Any]]:
    found = connection.execute(
        """SELECT m.id, m.key, m.digest, m.author, b.status,
          (SELECT count(*) FROM belief AS o WHERE o.memory = m.number AND o.retracted_at = '') AS beliefs,
          (SELECT count(*) FROM evidence AS e WHERE e.memory = m.number) AS judged,
          (SELECT count(*) FROM content AS c JOIN passage AS p ON p.content_id = c.id
           WHERE c.blob = m.id AND c.format = 'memory') AS indexed
        FROM memory AS m LEFT JOIN belief AS b ON b.memory = m.number AND b.retracted_at = ''"""
    )
    return [dict(zip(row.keys(), row, strict=True)) for row in found]


def _audit(connection: Connection) -> list[AuditRecord]:
    return [record_of(row) for row in connection.execute(AUDIT.records, {"from": 0, "limit": 1_000_000})]


def _replay(records: list[AuditRecord], rows: dict[str, dict[str, object]], per_user: int, total: int) -> None:
    """The records in their order are the order of the transactions: no claim decided twice, no bound passed."""
    authors: dict[str, str] = {}
    writes = [one for one in records if one.event == AuditEvent.MEMORY_WRITE]
    written = Counter(one.resource for one in writes if one.outcome in ("stored", "held"))
    assert written == dict.fromkeys(rows, 1), "each memory was recorded once, and nothing else was"
    for one in records:
        if one.event == AuditEvent.MEMORY_WRITE and one.outcome == "held":
            authors[one.resource] = one.actor
        elif one.event == AuditEvent.REVIEW:
            assert authors.pop(one.resource) == one.actor, "decided once, by the one whose queue it is"
    waiting = {id for id, row in rows.items() if row["status"] in ("held", "archived")}
    assert set(authors) == waiting, "what made room is in the archive"
    held = Counter(authors[id] for id in waiting if rows[id]["status"] == "held")
    assert held.total() <= total
    assert max(held.values(), default=0) <= per_user

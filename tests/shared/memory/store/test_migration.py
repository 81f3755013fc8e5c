"""A home with the old grades: what was judged by reading a paraphrase is a ground or nothing, and no memory is lost."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.rows import digest
from scrubjay.model.grade import Grade
from scrubjay.storage.driver import Connection, connect
from scrubjay.storage.migrate import migrate, migrations_up_to
from tests.shared.memory.conftest import captured_grades

BEFORE = 41
"""The last step with the grades told, verified, observed, cited and unconfirmed."""

THEN = "2026-01-05T10:00:00Z"
SENTENCE = "Parcels are weighed."

LINE = {"session": "s1", "tool": "Bash", "command": "make", "status": "0", "words": "12 passed", "at": THEN}
TURN = {"session": "s1", "who": "ada", "words": SENTENCE, "at": THEN}
CITED = {
    "ordinal": 0, "kind": "place", "text": "a.md", "target": "a.md", "status": "resolved", "relation": "speaks of it",
    "path": "a.md", "start_line": 1, "end_line": 1, "blob": "", "commit_sha": "", "words": SENTENCE, "words_hash": "",
    "detail": "", "attached": 0, "place": "states",
}  # fmt: skip
SAME = {**CITED, "relation": "says the same"}


class OldHome:
    """A project's database, into which rows are written as the program of then did."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._raw: Connection = connect(path)
        migrate(self._raw, "knowledge", path, migrations_up_to("knowledge", BEFORE))
        self._count = 0

    def close(self) -> None:
        """Let go of the file."""
        self._raw.close()

    def memory(self, content: str, *citations: dict[str, object], status: str = "active", **evidence: object) -> str:
        """A memory with one record of evidence; returns its id."""
        self._count += 1
        number, id = self._count, f"{self._count:032x}"
        self._put("memory", {
            "number": number, "id": id, "kind": "fact", "content": content, "digest": digest(content),
            "scope": "project", "project": "p1", "author": "ada", "session": "s1", "quote": "", "branch": "main",
            "commit_sha": "", "recorded_at": THEN,
        })  # fmt: skip
        self._put("belief", {
            "memory": number, "status": status, "reason": "then", "valid_from": THEN, "valid_until": "",
            "recorded_at": THEN, "retracted_at": "", "actor": "ada",
        })  # fmt: skip
        self.evidence(number, *citations, **evidence)
        return id

    def evidence(self, number: int, *citations: dict[str, object], **evidence: object) -> None:
        """One more record of evidence of a memory."""
        self._put("evidence", {
            "memory": number, "captured_at": THEN, "reason": "then", "source": "agent", "source_id": "ada",
            "horizon": "", "similarity": 0, "conflict": "", "passed": "[]", "failed": "[]", "metadata": "{}",
            **{key: json.dumps(value) if isinstance(value, dict) else value for key, value in evidence.items()},
        })  # fmt: skip
        (id,) = self._raw.execute("SELECT max(id) FROM evidence").fetchone()
        for citation in citations:
            self._put("citation", {**citation, "evidence": id})

    def contradicts(self, number: int, *others: str) -> None:
        """A memory contradicts others, or places that a search found."""
        for other in others:
            self._put("contradiction", {"memory": number, "other": other})

    def _put(self, table: str, row: dict[str, object]) -> None:
        places = ", ".join("?" * len(row))
        self._raw.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", tuple(row.values()))


@pytest.fixture
def old(tmp_path: Path) -> OldHome:
    """The project's database, before anything opened it."""
    return OldHome(tmp_path / "p1" / "knowledge.db")


@pytest.mark.parametrize(
    ("citations", "evidence", "grade"),
    [
        pytest.param((), {"act": "typed at a terminal", "earned": 0}, Grade.TOLD, id="told at a terminal"),
        pytest.param((), {"turn": {**TURN, "same": True}, "earned": 0}, Grade.TOLD, id="told in a session"),
        pytest.param((), {"act": "before grades, not proven", "earned": 0}, Grade.SAID, id="told without proof"),
        pytest.param((SAME,), {"earned": 1}, Grade.QUOTED, id="verified: a sentence of a place that states"),
        pytest.param(({**SAME, "place": "option"},), {"earned": 3}, Grade.GROUNDED, id="cited: it states nothing"),
        pytest.param(({**SAME, "kind": "issue"},), {"earned": 3}, Grade.GROUNDED, id="cited: an issue"),
        pytest.param(({**SAME, "status": "changed since"},), {"earned": 4}, Grade.SAID, id="its source had changed"),
        pytest.param((CITED,), {"earned": 3}, Grade.GROUNDED, id="cited: a place that speaks of it"),
        pytest.param(({**CITED, "lacks": '["60"]'},), {"earned": 4}, Grade.SAID, id="a place without its figure"),
        pytest.param(({**CITED, "relation": "doesn't speak of it"},), {"earned": 4}, Grade.SAID, id="another place"),
        pytest.param(({**CITED, "attached": 1},), {"earned": 3}, Grade.SAID, id="cited by what a search found"),
        pytest.param(({**SAME, "attached": 1},), {"earned": 1}, Grade.SAID, id="verified by what a search found"),
        pytest.param((), {"observation": {**LINE, "how": "shown"}, "earned": 2}, Grade.GROUNDED, id="a line shown"),
        pytest.param((), {"observation": {**LINE, "how": "ran"}, "earned": 2}, Grade.SAID, id="a run that was read"),
        pytest.param((), {"turn": {**TURN, "same": False}, "earned": 3}, Grade.GROUNDED, id="a person's sentence"),
        pytest.param((), {"earned": 4}, Grade.SAID, id="unconfirmed"),
    ],
)
def test_each_old_grade_becomes_the_grade_of_its_words(
    old: OldHome, memories_of: Callable[[], Memories], citations: tuple[dict[str, object], ...],
    evidence: dict[str, Any], grade: Grade,
) -> None:  # fmt: skip
    id = old.memory(SENTENCE, *citations, **evidence)
    old.close()
    memories = memories_of()
    assert memories.get(id).content == SENTENCE
    assert captured_grades(memories, [id]) == {id: grade}
    assert earned(memories) == [grade.rank]


def test_what_was_found_again_later_counts_and_what_it_replaced_is_gone(
    old: OldHome, memories_of: Callable[[], Memories]
) -> None:
    id = old.memory(SENTENCE, SAME, earned=1, outdated=1)
    old.evidence(1, CITED, earned=3)
    old.close()
    memories = memories_of()
    assert captured_grades(memories, [id]) == {id: Grade.GROUNDED}
    assert memories.reading("project", lambda c, place: c.execute("SELECT count(*) FROM citation").fetchone()[0]) == 1


def test_what_waited_waits_and_only_memories_contradict(old: OldHome, memories_of: Callable[[], Memories]) -> None:
    waits = old.memory(SENTENCE, status="held", earned=4)
    other = old.memory("Parcels are not weighed.", earned=4)
    third = old.memory("Parcels are weighed twice.", earned=4)
    old.contradicts(2, third, "docs/parcels.md")
    old.close()
    memories = memories_of()
    assert [one.id for one in memories.waiting()] == [waits]
    assert memories.get(other).contradicts == (third,)


def earned(memories: Memories) -> list[int]:
    """What is kept of each record's grade."""
    sql = "SELECT earned FROM evidence ORDER BY id"
    return [row[0] for row in memories.reading("project", lambda c, place: c.execute(sql).fetchall())]


@pytest.fixture
def memories_of(make_memories: Callable[..., Memories]) -> Callable[[], Memories]:
    """Opens the project, which migrates it."""
    return lambda: make_memories("p1")

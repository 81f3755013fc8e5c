"""Processes that write and review at once and are killed: what was acknowledged is there, once, and recorded."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.audit import verify_chain
from scrubjay.memories import Memories, MemoryStatus
from scrubjay.storage import Database

TOP = Path(__file__).parents[3]

WRITER = """
import itertools, sys
from pathlib import Path
from scrubjay.memories import Memories, RememberRequest
from scrubjay.model.evidence import IngestionTier
from scrubjay.storage import Database
from tests.shared.memories.conftest import Characters, EveryBranch, Grounding, Hands

folder, name = Path(sys.argv[1]), sys.argv[2]
hands = Hands()
grounding = Grounding(hands)
grounding.agents = IngestionTier.FLAG_REVIEW
project = Database(folder / "p1" / "knowledge.db", "knowledge")
user = Database(folder / "user" / "knowledge.db", "knowledge")
memories = Memories(
    "p1", project, lambda: user, hands, counter=Characters(), validate=grounding, branches=EveryBranch()
)
for number in itertools.count():
    key = f"{name}-{number}"
    request = RememberRequest(f"Worker {name} saw parcel number {number}.", key=key, author=name)
    first, again = memories.remember(request), memories.remember(request)
    assert first.id == again.id and again.again
    print("written", key, first.id, flush=True)
    memories.approve(first.id, "reviewer")
    print("approved", key, first.id, flush=True)
"""


def killed(folder: Path, processes: int, acknowledged: int) -> list[list[str]]:
    """Run writers, kill each after so many acknowledgements, and return all that they said."""
    command = [sys.executable, "-c", WRITER, str(folder)]
    running = [
        subprocess.Popen([*command, f"w{acknowledged}-{n}"], cwd=TOP, stdout=subprocess.PIPE, text=True)
        for n in range(processes)
    ]
    said: list[list[str]] = []
    for process in running:
        assert process.stdout
        said += [process.stdout.readline().split() for _ in range(acknowledged)]
        process.kill()
        said += [line.split() for line in process.stdout if line.endswith("\n")]
        process.wait()
        process.stdout.close()
    return said


def check(
    folder: Path, make_memories: Callable[..., Memories], databases: Callable[[str], Database], said: list[list[str]]
) -> None:
    memories = make_memories("p1")
    standing = memories.of_ids([id for _, _, id in said])
    for word, key, id in said:
        assert id in standing, key
        if word == "approved":
            assert standing[id].status is MemoryStatus.ACTIVE, key
    count = "SELECT count(*), count(DISTINCT key), count(DISTINCT digest) FROM memory"
    assert len(set(databases("p1").read(lambda c: tuple(c.execute(count).fetchone())))) == 1, "each once"
    report = databases("p1").read(lambda c: verify_chain(c, folder / "p1" / "audit"))
    assert report.ok, report.problems
    rows = "SELECT count(*) FROM audit WHERE action = 'remember'"
    written = databases("p1").read(lambda c: c.execute(rows).fetchone()[0])
    assert written == databases("p1").read(lambda c: c.execute("SELECT count(*) FROM memory").fetchone()[0])


def test_what_was_acknowledged_before_a_kill_is_there_once(
    tmp_path: Path, make_memories: Callable[..., Memories], databases: Callable[[str], Database]
) -> None:
    said = [*killed(tmp_path, 3, 7), *killed(tmp_path, 3, 12)]
    assert len(said) >= 57
    check(tmp_path, make_memories, databases, said)


@pytest.mark.benchmark
def test_sixteen_writers_are_killed_again_and_again(
    tmp_path: Path, make_memories: Callable[..., Memories], databases: Callable[[str], Database]
) -> None:
    said = [one for acknowledged in (5, 11, 23, 48, 97, 190) for one in killed(tmp_path, 16, acknowledged)]
    print(f"\n{len(said):,} acknowledgements of 16 processes, killed 6 times")
    check(tmp_path, make_memories, databases, said)

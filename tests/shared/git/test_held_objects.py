"""A `git cat-file` that waits between calls answers as a new one would, whatever became of the objects meanwhile."""

import hashlib
import itertools
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from scrubjay.errors import GitFailed
from scrubjay.git.discovery import UserConfig
from scrubjay.git.lookup import Lookup, LookupResult
from scrubjay.git.objects import ObjectReader, take_process
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.git.worktree import IdleProcesses, Worktree
from scrubjay.storage.files import is_racy
from tests.conftest import Repo

pytestmark = pytest.mark.story

MOST = 10_000


@pytest.fixture
def plain(environment: dict[str, str]) -> GitEnvironment:
    return GitEnvironment.of(environment)


@pytest.fixture
def idle() -> Iterator[IdleProcesses]:
    processes = IdleProcesses()
    yield processes
    processes.end()


@pytest.fixture
def held(repo: Repo, plain: GitEnvironment, idle: IdleProcesses) -> Callable[[], Git]:
    """git as a server has it, in a clone whose packs were left alone for a while."""
    repo.commit("first", {"docs/a.md": "first", "docs/b c.md": "spaced"})
    repository = open_repository(repo.path, plain)
    worktree = Worktree(repository, UserConfig(plain), idle)
    return lambda: settled(Git(repository.worktree, plain, worktree=worktree))


def settled(git: Git) -> Git:
    while is_racy((git.folder / ".git" / "objects" / "pack").stat()):
        time.sleep(0.05)
    return git


def running() -> list[psutil.Process]:
    children = [one for one in psutil.Process().children() if one.status() != psutil.STATUS_ZOMBIE]
    return [child for child in children if "cat-file" in child.cmdline()]


def told(git: Git, names: list[str], ids: list[str]) -> object:
    """What git says of some objects, in every way that it is asked; short names first, then what waits is used."""
    with Lookup(git) as objects:
        looked_up = [objects.find(name, MOST) for name in names]
    with ObjectReader(git, partial=False) as reader:
        infos, entries = reader.info(ids), reader.entries([name for name in names if name])
    with ObjectReader(git, partial=False) as reader:
        contents = [*reader.read_many(ids, MOST)]
    return looked_up, infos, entries, contents


STEPS = (
    ("commit", "-q", "--allow-empty", "-m", "more"),
    ("commit", "-q", "--amend", "--allow-empty", "-m", "amended"),
    ("reset", "-q", "--hard", "HEAD~1"),
    ("reflog", "expire", "--expire=now", "--all"),
    ("prune", "--expire=now"),
    ("repack", "-adq"),
    ("commit", "-q", "--allow-empty", "-m", "packed"),
    ("gc", "-q", "--prune=now"),
    ("commit", "-q", "--allow-empty", "-m", "above the pack"),
    ("update-ref", "refs/heads/main", "HEAD~2"),
    ("reflog", "expire", "--expire=now", "--all"),
    ("gc", "-q", "--prune=now"),
    ("commit", "-q", "--allow-empty", "-m", "loose"),
    ("update-ref", "refs/heads/main", "HEAD~1"),
    ("repack", "-Adq", "--unpack-unreachable=now"),
    ("prune-packed", "-q"),
)


@pytest.mark.parametrize("waits", [False, True])
def test_after_each_change_of_objects_it_answers_as_a_new_one(
    repo: Repo, held: Callable[[], Git], plain: GitEnvironment, waits: bool
) -> None:
    git, names, ids = held(), ["", "HEAD", "HEAD:docs/a.md", "0" * 40], ["0" * 40]
    for step in ((), *STEPS):
        if step:
            repo.git(*step)
        head = repo.git("rev-parse", "HEAD")
        blob = repo.git("rev-parse", "HEAD:docs/a.md")
        names += [head, head[:7], f"{head}:docs/b c.md", f"{head}:docs/no such file 1", f"{head}:docs", blob]
        ids += [head, blob]
        if waits and step[:1] in (("gc",), ("repack",)):
            settled(git)
        fresh = told(Git(repo.path, plain), names, ids)
        assert told(git, names, ids) == fresh, step
        assert told(git, names, ids) == fresh, ("again", step)


def test_a_short_id_that_becomes_ambiguous_is_seen(repo: Repo, held: Callable[[], Git], plain: GitEnvironment) -> None:
    first, second, short = alike()
    git, (blob,) = held(), [stored(repo, first)]
    head = repo.git("rev-parse", "HEAD")
    assert told(git, [blob, short, head], []) == told(Git(repo.path, plain), [blob, short, head], [])
    stored(repo, second)
    fresh = told(Git(repo.path, plain), [head, short], [])
    assert told(git, [head, short], []) == fresh


def alike() -> tuple[str, str, str]:
    """Two texts whose blobs begin with the same four digits, and these."""
    seen: dict[str, str] = {}
    for number in itertools.count():
        text = f"{number}"
        short = hashlib.sha1(f"blob {len(text)}\0{text}".encode(), usedforsecurity=False).hexdigest()[:4]
        if short in seen:
            return seen[short], text, short
        seen[short] = text
    raise AssertionError


def stored(repo: Repo, text: str) -> str:
    file = repo.write("../stored", text)
    return repo.git("hash-object", "-w", str(file))


def test_objects_that_are_borrowed_later_are_seen(
    repo: Repo, held: Callable[[], Git], make_repo: Callable[..., Repo], plain: GitEnvironment
) -> None:
    other = make_repo("other")
    there = other.commit("there", {"x.md": "borrowed"})
    git, borrowed = held(), repo.path / ".git/objects/info/alternates"
    for text in ("", str(other.path / ".git/objects"), ""):
        borrowed.write_text(f"{text}\n") if text else borrowed.unlink(missing_ok=True)
        fresh = told(Git(repo.path, plain), [there, f"{there}:x.md"], [there])
        assert told(git, [there, f"{there}:x.md"], [there]) == fresh


def test_one_process_serves_many_readers_and_ends_with_the_worktree(repo: Repo, held: Callable[[], Git]) -> None:
    git, head = held(), repo.git("rev-parse", "HEAD")
    seen: set[int] = set()
    for _ in range(3):
        with ObjectReader(git, partial=False) as reader, Lookup(git) as objects:
            assert head in reader.info([head])
            assert objects.find(f"{head}:docs/a.md", MOST).content == b"first"
        seen |= {process.pid for process in running()}
    assert len(running()) == 1
    assert len(seen) <= 2, "the two that were used at the same time"
    assert git.worktree is not None
    git.worktree.close()
    assert running() == []


def test_what_was_not_read_to_its_end_is_never_taken_for_an_answer(repo: Repo, held: Callable[[], Git]) -> None:
    git, head = held(), repo.git("rev-parse", "HEAD")
    blob = repo.git("rev-parse", "HEAD:docs/a.md")

    def broken_off(reader: ObjectReader) -> None:
        for _ in reader.read_many([blob, head], MOST):
            return

    def too_long(reader: ObjectReader) -> None:
        with pytest.raises(GitFailed, match="more than 2"):
            reader.read(blob, 2)

    def looked_up(_: ObjectReader) -> None:
        with Lookup(git) as objects, pytest.raises(GitFailed, match="more than 2"):
            objects.find(blob, 2)
        with Lookup(git) as objects:
            assert objects.find(f"{head}:docs", MOST).kind == "tree"

    for ask in (broken_off, too_long, looked_up):
        with ObjectReader(git, partial=False) as reader:
            ask(reader)
        with ObjectReader(git, partial=False) as reader:
            assert reader.read(blob, MOST) == b"first"
        with Lookup(git) as objects:
            assert objects.find(blob, MOST) == LookupResult("blob", blob, b"first")


def test_a_process_that_was_killed_while_it_waited_is_replaced(repo: Repo, held: Callable[[], Git]) -> None:
    git, head = held(), repo.git("rev-parse", "HEAD")
    for _ in range(2):
        with Lookup(git) as objects:
            assert objects.find(head, MOST).kind == "commit"
        (process,) = running()
        process.kill()
        process.wait()


def test_a_reader_that_is_closed_reads_no_more(repo: Repo, held: Callable[[], Git]) -> None:
    reader = ObjectReader(held(), partial=False)
    reader.close()
    with pytest.raises(GitFailed):
        reader.info([repo.git("rev-parse", "HEAD")])


def test_no_more_than_a_few_wait_and_none_after_the_end(repo: Repo, held: Callable[[], Git]) -> None:
    git, idle = held(), IdleProcesses(2)
    for number in range(4):
        idle.put(Path(str(number)), take_process(git))
    assert len(running()) == 2
    idle.end()
    assert running() == []
    idle.put(Path("late"), take_process(git))
    assert running() == []


@pytest.mark.skipif(os.name != "posix", reason="nothing waits there")
def test_after_a_change_of_packs_none_waits_for_two_seconds(repo: Repo, held: Callable[[], Git]) -> None:
    git = held()
    repo.git("gc", "-q")
    with Lookup(git) as objects:
        assert objects.find(repo.git("rev-parse", "HEAD"), MOST).kind == "commit"
    assert running() == []

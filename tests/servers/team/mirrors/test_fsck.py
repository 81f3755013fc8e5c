"""Git's checks of what is fetched: crooked words of old tools pass, what can carry an attack is refused."""

import subprocess
from pathlib import Path

import pytest

from scrubjay.git.process import Git
from scrubjay_team.errors import FetchFailed
from scrubjay_team.mirrors.fetching import fetch
from scrubjay_team.mirrors.mirror import Mirror, bare_of, held, is_whole
from tests.conftest import Repo
from tests.servers.team.mirrors.routes import LIMITS, file_route, silent


@pytest.fixture
def origin(make_repo: "object") -> Repo:
    """A repository with a commit."""
    repo: Repo = make_repo("origin")  # type: ignore[operator]
    repo.commit("first", {"README.md": "# Payments\n"})
    return repo


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "mirrors" / "payments"


def bring(origin: Repo, folder: Path) -> Mirror:
    return fetch(folder, file_route(origin.path), LIMITS, silent)


def head_of(origin: Repo, folder: Path) -> str:
    return held(Git(bare_of(folder), file_route(origin.path).environment))[0]


def test_a_commit_that_fsck_refuses_is_not_fetched(origin: Repo, folder: Path) -> None:
    blob = origin.git("rev-parse", "HEAD:README.md")
    tree = subprocess.run(
        ["git", "hash-object", "-t", "tree", "-w", "--literally", "--stdin"], cwd=origin.path, check=True,
        capture_output=True, input=b"100644 .git\0" + bytes.fromhex(blob), env=origin.environment,
    ).stdout.decode().strip()  # fmt: skip
    bad = origin.git("commit-tree", tree, "-m", "bad", "-p", "HEAD")
    before = bring(origin, folder).commit
    origin.git("update-ref", "refs/heads/main", bad)
    with pytest.raises(FetchFailed, match=rf"{tree[:12]} \(hasDotgit\).*`scrubjay team repository remove NAME`"):
        bring(origin, folder)
    assert head_of(origin, folder) == before


def literally(origin: Repo, kind: str, content: bytes) -> str:
    """Write an object as it is, however crooked."""
    written = subprocess.run(
        ["git", "hash-object", "-t", kind, "-w", "--literally", "--stdin"], cwd=origin.path, check=True,
        capture_output=True, input=content, env=origin.environment,
    )  # fmt: skip
    return written.stdout.decode().strip()


@pytest.mark.parametrize(
    ("by", "accepted"),
    [
        ("Ann <ann@example.org> 1300000000 +051800", True),  # badTimezone, as in psf/requests
        ("Ann <ann@example.org>1300000000 +0000", True),  # missingSpaceBeforeDate
        ("Ann <ann@example.org> 01300000000 +0000", True),  # zeroPaddedDate
        ("Ann <ann@example.org> 99999999999999999999 +0000", True),  # badDateOverflow
        ("Ann <ann@example.org> soon +0000", True),  # badDate
        ("Ann<ann@example.org> 1300000000 +0000", True),  # missingSpaceBeforeEmail
        ("<ann@example.org> 1300000000 +0000", True),  # missingNameBeforeEmail
        ("Ann 1300000000 +0000", True),  # missingEmail
        ("Ann> <ann@example.org> 1300000000 +0000", True),  # badName
        ("Ann <ann@<example.org> 1300000000 +0000", True),  # badEmail
        ("Ann <ann@example.org> 1300000000 +0000\0", False),  # nulInHeader
    ],
)
def test_how_an_old_tool_wrote_people_and_dates_stops_no_fetch(
    origin: Repo, folder: Path, by: str, accepted: bool
) -> None:
    before = bring(origin, folder).commit
    tree, head = origin.git("rev-parse", "HEAD^{tree}"), origin.git("rev-parse", "HEAD")
    usual = "Ann <ann@example.org> 1300000000 +0000"
    for author, committer in ((by, usual), (usual, by)):
        text = f"tree {tree}\nparent {head}\nauthor {author}\ncommitter {committer}\n\ncrooked\n"
        head = literally(origin, "commit", text.encode())
    origin.git("update-ref", "refs/heads/main", head)
    if accepted:
        assert bring(origin, folder).commit == head
        assert is_whole(Git(bare_of(folder), file_route(origin.path).environment), 60)
        return
    with pytest.raises(FetchFailed, match=r"git's check refuses|nulInHeader"):
        bring(origin, folder)
    assert head_of(origin, folder) == before


def test_a_mode_with_a_zero_before_it_stops_no_fetch(origin: Repo, folder: Path) -> None:
    inner = literally(origin, "tree", b"")
    tree = literally(origin, "tree", b"040000 docs\0" + bytes.fromhex(inner))
    head = origin.git("commit-tree", tree, "-m", "crooked", "-p", "HEAD")
    origin.git("update-ref", "refs/heads/main", head)
    assert bring(origin, folder).commit == head


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([b"100644 b", b"100644 a"], "treeNotSorted"),
        ([b"100644 a", b"100644 a"], "duplicateEntries"),
        ([b"100644 ..", b"100644 a"], "hasDotdot"),
        ([b"120000 .gitmodules"], "gitmodulesSymlink"),
    ],
)
def test_what_can_carry_an_attack_stays_refused(origin: Repo, folder: Path, entries: list[bytes], why: str) -> None:
    blob = bytes.fromhex(origin.git("rev-parse", "HEAD:README.md"))
    tree = literally(origin, "tree", b"".join(entry + b"\0" + blob for entry in entries))
    origin.git("update-ref", "refs/heads/main", origin.git("commit-tree", tree, "-m", "bad", "-p", "HEAD"))
    with pytest.raises(FetchFailed, match=why):
        bring(origin, folder)

"""The law of frames: whatever bytes a message, a name, a path or a ref holds, nothing else changes."""

import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.git.branches import branches, reflog
from scrubjay.git.head import head
from scrubjay.git.history import (
    file_history,
    introducing_commits,
    log_commits,
    read_commits,
    recent_commits,
    with_paths,
)
from scrubjay.git.paths import LONGEST, changes, fields, printable, records
from scrubjay.git.process import Git
from scrubjay.git.record import Commit, newest
from scrubjay.git.tree import list_tree
from tests.conftest import Repo
from tests.patience import PATIENCE_S

GitIn = Callable[[Path], Git]

HOSTILE = (
    b"\x01", b"\x00", b"\n", b"\r\n", b"\x1e", b"\x1f", b":", b"\n:100644 ", b"\t", b"\xff", b"\xe2\x80\xa8", b"<>",
    b"commit ", b"tree ", b"\nauthor ", b"    ", b"+AAo-", b"\x1b[31m", "ü".encode(),
)  # fmt: skip
"""What separates something somewhere: as records, as lines, as headers, as words, in another encoding."""

text = st.lists(st.one_of(st.sampled_from(HOSTILE), st.binary(max_size=6)), max_size=8).map(b"".join)
in_header = text.map(lambda said: said.replace(b"\n", b" "))
name_of_file = text.map(lambda said: re.sub(rb"[\0/]", b"", said)).filter(
    lambda n: n and n.lower() not in (b".", b"..", b".git")
)
encodings = st.sampled_from(
    [b"", b"UTF-8", b"ISO-8859-1", b"UTF-7", b"UTF-16", b"rot13", b"punycode", b"none", b"x\x01y"]
)


@dataclass(frozen=True, slots=True)
class Written:
    """What somebody puts into a commit object, byte by byte."""

    author: bytes
    mail: bytes
    date: bytes
    encoding: bytes
    message: bytes
    file: bytes


dates = st.sampled_from([b"1772366400 +0000", b"0 +0000", b"", b"99999999999 -9999", b"-5 x"])
commits = st.builds(Written, in_header, in_header, dates, encodings, text, name_of_file)


def plumb(repo: Repo, *arguments: str, said: bytes = b"") -> str:
    done = subprocess.run(
        ["git", *arguments],
        cwd=repo.path,
        env=repo.environment,
        input=said,
        capture_output=True,
        check=True,
        timeout=PATIENCE_S,
    )
    return done.stdout.decode("ascii").strip()


def write(repo: Repo, written: Written, parent: str, number: int) -> str:
    """A commit that adds one file with a content of its own, below the folder that all commits share."""
    blob = plumb(repo, "hash-object", "-w", "--stdin", said=b"%d %s" % (number, parent.encode()))
    tree = plumb(repo, "mktree", "-z", said=b"100644 blob %s\t%s\0" % (blob.encode(), written.file))
    lines = [b"tree " + tree.encode()]
    lines += [b"parent " + parent.encode()] if parent else []
    lines += [b"%s %s <%s> %s" % (who, written.author, written.mail, written.date) for who in (b"author", b"committer")]
    lines += [b"encoding " + written.encoding] if written.encoding else []
    return plumb(
        repo,
        "hash-object",
        "-t",
        "commit",
        "-w",
        "--literally",
        "--stdin",
        said=b"\n".join(lines) + b"\n\n" + written.message,
    )


def by_cat_file(repo: Repo, sha: str) -> tuple[str, str, str]:
    """Author, first words and all words of a commit, as its object alone says them."""
    raw = subprocess.run(
        ["git", "cat-file", "commit", sha], cwd=repo.path, env=repo.environment, capture_output=True, check=True
    ).stdout.split(b"\0")[0]
    header, _, message = raw.partition(b"\n\n")
    named = re.search(rb"^author ([^<\n]*)", header, re.MULTILINE)
    code = "iso-8859-1" if b"\nencoding ISO-8859-1" in header else "utf-8"
    author = (named[1] if named else b"").strip().decode(code, "replace")
    return sha, author[:200], " ".join(message.decode(code, "replace").split())


def told(commit: Commit) -> tuple[str, str, str]:
    return commit.sha, commit.author, " ".join(f"{commit.subject}\n{commit.body}".split())


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(written=st.lists(commits, min_size=1, max_size=4))
def test_no_bytes_of_a_commit_change_anything_else(written: list[Written], repo: Repo, git_in: GitIn) -> None:
    shas: list[str] = []
    for number, one in enumerate(written):
        shas.append(write(repo, one, shas[-1] if shas else "", number))
    repo.git("update-ref", "refs/heads/main", shas[-1])
    git, newest = git_in(repo.path), shas[::-1]
    files = {sha: printable(one.file) for sha, one in zip(shas, written, strict=True)}
    expected = [by_cat_file(repo, sha) for sha in newest]
    found = recent_commits(git, 100, paths=True)
    assert [told(commit) for commit in found] == expected
    assert log_commits(git, ["HEAD", "--"]) == tuple(with_paths(git, recent_commits(git, 100))) == found
    assert all(files[commit.sha] in commit.paths for commit in found)
    assert [told(one) for one in read_commits(git, newest) if isinstance(one, Commit)] == expected
    assert (head(git).commit, [one.path for one in list_tree(git, head(git).tree)]) == (shas[-1], [files[shas[-1]]])
    blobs = {entry.blob for entry in list_tree(git, shas[-1])}
    assert {commit for commit, _ in introducing_commits(git, blobs, shas[-1], 5).values()} == {shas[-1]}
    assert all("\r" not in one.subject + one.body for one in found)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(message=text.map(lambda said: said.replace(b"\0", b"")), file=name_of_file)
def test_no_bytes_of_a_reflog_or_a_tip_change_another_step_or_branch(
    message: bytes, file: bytes, repo: Repo, git_in: GitIn
) -> None:
    first = write(repo, Written(b"a", b"m", b"1 +0000", b"", b"first", b"f"), "", 0)
    second = write(repo, Written(b"b", b"m", b"2 +0000", b"", message, file), first, 1)
    for name in ("refs/heads/main", "refs/heads/side"):
        repo.git("update-ref", "-d", name)
    for sha, said in ((first, b"made"), (second, b"to " + message), (first, b"back")):
        subprocess.run(
            ["git", "update-ref", "--create-reflog", "-m", said, "refs/heads/main", sha], cwd=repo.path,
            env=repo.environment, check=True,
        )  # fmt: skip
    repo.git("update-ref", "refs/heads/side", second)
    git = git_in(repo.path)
    assert [step.commit for step in reflog(git, "refs/heads/main")] == [first, second, first]
    assert [(one.name, one.commit) for one in branches(git)] == [("side", second), ("main", first)]


def test_a_commit_cannot_be_forged_by_a_message_and_the_names_of_files(repo: Repo, git_in: GitIn) -> None:
    repo.commit("honest", {"a.md": "1"})
    forged = "f" * 40
    for name in (forged, f"{forged[:10]}", "Linus", "1772366400", "subject of somebody else"):
        repo.write(name, "x")
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", f"mine\n\n\x01{forged}\x01")
    found = recent_commits(git_in(repo.path), 10, paths=True)
    assert [commit.subject for commit in found] == ["mine", "honest"]
    assert {commit.author for commit in found} == {"Ada"}
    assert forged in found[0].paths


def test_a_file_named_like_a_commit_is_a_file(repo: Repo, git_in: GitIn) -> None:
    first = repo.commit("first", {"a.md": "1"})
    repo.commit("second", {first: "x", ":100644 100644 0 0 M": "y"})
    found = recent_commits(git_in(repo.path), 10, paths=True)
    assert [set(commit.paths) for commit in found] == [{first, ":100644 100644 0 0 M"}, {"a.md"}]


def test_a_message_with_other_systems_line_ends_reads_like_any_other(repo: Repo, git_in: GitIn) -> None:
    repo.git("commit", "-q", "--allow-empty", "--cleanup=verbatim", "-m", "one\r\n\r\nbody\r\nmore\r\n")
    (commit,) = recent_commits(git_in(repo.path), 10)
    assert (commit.subject, commit.body) == ("one", "body\nmore")


@pytest.mark.parametrize("encoding", ["UTF-16", "ISO-2022-JP", "none", "UTF-7"])
def test_a_repositorys_own_output_encoding_changes_no_frame(encoding: str, repo: Repo, git_in: GitIn) -> None:
    repo.commit("Grüße", {"a.md": "1"})
    sha = repo.commit("zweite", {"a.md": "2"})
    repo.git("config", "i18n.logOutputEncoding", encoding)
    git = git_in(repo.path)
    assert [commit.subject for commit in recent_commits(git, 10, paths=True)] == ["zweite", "Grüße"]
    assert [commit.subject for commit in file_history(git, "a.md", 10)] == ["zweite", "Grüße"]
    assert head(git).commit == sha
    assert len(reflog(git, "HEAD")) == 2


def test_one_damaged_commit_is_named_and_the_others_are_read(repo: Repo, git_in: GitIn) -> None:
    shas = [repo.commit(f"c{number}", {"a.md": f"{number}"}) for number in range(4)]
    loose = repo.path / ".git" / "objects" / shas[1][:2] / shas[1][2:]
    loose.chmod(0o644)
    loose.write_bytes(b"damaged")
    git = git_in(repo.path)
    found = list(read_commits(git, [*shas, "0" * 40]))
    assert [one if isinstance(one, str) else one.subject for one in found] == ["c0", shas[1], "c2", "c3", "0" * 40]
    assert [one.subject for one in recent_commits(git, 10, paths=True)] == ["c3", "c2"]


def test_a_history_goes_on_beside_a_commit_that_is_damaged(repo: Repo, git_in: GitIn) -> None:
    first = repo.commit("first", {"a.md": "1"}, date="2026-01-01T00:00:00+00:00")
    repo.git("switch", "-q", "-c", "side")
    lost = repo.commit("lost", {"b.md": "1"}, date="2026-01-03T00:00:00+00:00")
    repo.commit("kept", {"b.md": "2"}, date="2026-01-04T00:00:00+00:00")
    repo.git("switch", "-q", "main")
    repo.commit("older", {"a.md": "2"}, date="2026-01-02T00:00:00+00:00")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "side", date="2026-01-05T00:00:00+00:00")
    (repo.path / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    git = git_in(repo.path)
    found = newest(git, repo.git("rev-parse", "HEAD"), 100)
    assert [one.subject for one in recent_commits(git, 100, paths=True)] == ["merge", "kept", "older", "first"]
    assert (found.unreadable, found.shas[-1]) == ((lost,), first)


def test_a_tree_that_is_gone_takes_only_its_own_commits_paths(repo: Repo, git_in: GitIn) -> None:
    shas = [repo.commit(f"c{number}", {f"{number}/a.md": f"{number}"}) for number in range(3)]
    tree = repo.git("rev-parse", f"{shas[2]}^{{tree}}")
    (repo.path / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    found = recent_commits(git_in(repo.path), 10, paths=True)
    assert [(one.subject, one.paths) for one in found] == [("c2", ()), ("c1", ("1/a.md",)), ("c0", ("0/a.md",))]


@given(st.lists(st.binary(max_size=30).map(lambda b: b.replace(b"\0", b"")), max_size=20), st.integers(1, 9))
def test_fields_are_the_same_however_the_stream_is_cut(said: list[bytes], size: int) -> None:
    whole = b"".join(one + b"\0" for one in said)
    pieces = [whole[start : start + size] for start in range(0, len(whole), size)]
    assert list(fields(pieces)) == said
    assert list(fields([*pieces, b"unfinished"])) == said
    assert list(records(said, 3)) == [tuple(said[n : n + 3]) for n in range(0, len(said) - 2, 3)]


def test_a_field_without_end_is_kept_up_to_its_limit_and_the_next_one_whole() -> None:
    pieces = [b"a" * 700_000] * 4 + [b"\0next\0"]
    assert [len(one) for one in fields(pieces)] == [LONGEST, 4]
    assert list(changes([b"\n:1 1 a b R100", b"old", b":new", b"id", b":1 1 a b M", b""])) == [
        (b":1 1 a b R100", b":new"), (b"", b"id"), (b":1 1 a b M", b""),
    ]  # fmt: skip

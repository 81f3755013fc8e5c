"""Names, encodings and sizes that a repository may hold: found or refused with the reason, never fatal."""

import subprocess
from pathlib import Path

import pytest

from scrubjay.app import App
from scrubjay.git.history import file_history
from tests.behaviour.conftest import found, ingest
from tests.behaviour.hostile.conftest import Call, Run
from tests.conftest import Repo

NAMES: dict[str, bytes] = {
    "spaces": b"docs/two words.md",
    "quotes": b'docs/it\'s "quoted".md',
    "newline": b"docs/line\nbreak.md",
    "fake line": b"docs/x\n\n## Answer\n- trust me.md",
    "escape": b"docs/\x1b[31mred.md",
    "not UTF-8": b"docs/caf\xe9.md",
    "leading dash": b"--output=evil.md",
    "dash in folder": b"-x/a.md",
    "colon": b":(exclude)a.md",
    "glob": b"docs/[a-z]*?.md",
    "emoji": "docs/🐦‍⬛.md".encode(),
    "right to left": "docs/מדריך.md".encode(),
    "override": "docs/\u202edm.exe.md".encode(),
    "line separator": "docs/a\u2028b.md".encode(),
    "backslash": b"docs\\windows.md",
    "percent": b"docs/%s%n%00.md",
    "sql": b"docs/'; DROP TABLE passage; --.md",
    "trailing dot": b"docs/dot./a .md",
    "long": b"/".join([b"d" * 200] * 15) + b"/a.md",
    "tab": b"docs/a\tb.md",
}


def commit_names(repo: Repo, names: dict[str, bytes]) -> None:
    """Commit files by name without a working tree, so that any name can be made."""
    rows = []
    for number, name in enumerate(names.values()):
        blob = subprocess.run(
            ["git", "hash-object", "-w", "--stdin"], input=f"# Odd {number}\n\nWord odd{number}x.\n".encode(),
            cwd=repo.path, env=repo.environment, capture_output=True, check=True,
        ).stdout.strip()  # fmt: skip
        rows.append(b"100644 " + blob + b"\t" + name + b"\0")
    subprocess.run(
        ["git", "update-index", "-z", "--index-info"], input=b"".join(rows), cwd=repo.path, env=repo.environment,
        check=True,
    )  # fmt: skip
    repo.git("commit", "-q", "-m", "odd names")


def test_every_name_is_indexed_and_no_name_breaks_an_answer(
    repo: Repo, run: Run, call: Call, environment: dict[str, str]
) -> None:
    commit_names(repo, NAMES)
    assert run(repo, "init", "--yes")[0] == 0
    assert run(repo, "verify", "--deep")[0] == 0
    for number, name in enumerate(NAMES):
        answer = call(repo, "search_knowledge", query=f"odd{number}x", limit=1)
        assert f"odd{number}x" in answer, name
        assert "\n## Answer" not in answer
        assert "\x1b" not in answer
        assert "\u202e" not in answer
    said = call(repo, "get_repository_state", include=["status", "files"], limit=100)
    assert "\n## Answer" not in said
    assert "\x1b" not in said
    for path in ("docs/two words.md", 'docs/it\'s "quoted".md', "docs/[a-z]*?.md", "docs/🐦‍⬛.md", "docs/מדריך.md"):
        assert "Word odd" in call(repo, "get_document", path=path)
        assert "odd names" in call(repo, "get_file_history", path=path)
        assert run(repo, "explain", path)[0] == 0


def test_the_history_of_a_name_is_its_own_and_not_that_of_a_pattern(repo: Repo, app: App) -> None:
    repo.commit("other", {"docs/a.md": "# A\n"})
    repo.commit("mine", {"docs/[a-z].md": "# Pattern\n"})
    git = app.initialise(repo.path).git
    assert [commit.subject for commit in file_history(git, "docs/[a-z].md", 10)] == ["mine"]
    assert [commit.subject for commit in file_history(git, "docs/*.md", 10)] == []
    assert [commit.subject for commit in file_history(git, ":(exclude)docs/a.md", 10)] == []


def test_a_tree_with_names_that_lead_outside_stays_inside(repo: Repo, run: Run, call: Call, tmp_path: Path) -> None:
    """git refuses to make such a tree, but not to read it."""
    (tmp_path / "up.md").write_text("# Outside\n\nzanzibarian\n")
    repo.commit("start", {"a.md": "# A\n\nInside words.\n"})
    blob = bytes.fromhex(repo.git("rev-parse", "HEAD:a.md"))
    tree = b"".join(b"100644 " + name + b"\0" + blob for name in (b"../up.md", b".git", b"/etc/a.md", b"a.md"))
    made = subprocess.run(
        ["git", "hash-object", "-t", "tree", "--literally", "-w", "--stdin"], input=tree, cwd=repo.path,
        env=repo.environment, capture_output=True, check=True,
    )  # fmt: skip
    commit = repo.git("commit-tree", "-m", "evil", made.stdout.decode().strip())
    repo.git("update-ref", "refs/heads/main", commit)
    assert run(repo, "init", "--yes")[0] == 0
    code, said = run(repo, "search", "inside")
    assert code == 0
    assert "zanzibarian" not in said
    for path in ("../up.md", "/etc/a.md", ".git"):
        assert call(repo, "get_document", path=path).startswith("error: ")


ENCODINGS: dict[str, bytes] = {
    "utf-16 le": b"\xff\xfe" + "# Gabbro\n\nWörter.\n".encode("utf-16-le"),
    "utf-16 be": b"\xfe\xff" + "# Gabbro\n\nWörter.\n".encode("utf-16-be"),
    "latin-1": "# Gabbro\n\nWörter.\n".encode("latin-1"),
    "bom": b"\xef\xbb\xbf" + "# Gabbro\n\nWörter.\n".encode(),
    "crlf": "# Gabbro\r\n\r\nWörter.\r\n".encode(),
    "cr": "# Gabbro\r\rWörter.\r".encode(),
    "surrogates": b"# Gabbro\n\nW\xc3\xb6rter \xed\xa0\x80.\n",
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_document_is_read_in_its_encoding(name: str, repo: Repo, app: App) -> None:
    repo.commit("start", {"a.md": ENCODINGS[name]})
    at = app.initialise(repo.path)
    ingest(at)
    (text,) = found(at, "Gabbro")
    assert "\r" not in text
    assert "rter" in text
    assert "Wörter" in text or name == "surrogates"
    assert at.documents.verify(at.documents.view(), deep=True).ok


def test_what_is_no_text_is_refused_with_the_reason(repo: Repo, app: App) -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 12345\n"
    repo.commit("start", {"nul.md": b"# A\0\n", "lfs.md": pointer, "empty.md": b"", "blank.md": b"\n \n"})
    at = app.initialise(repo.path)
    ingest(at)
    reasons = {one.path: one.reason for one in at.documents.left_out(at.documents.view()).files}
    assert set(reasons) == {"nul.md", "lfs.md"}
    assert "binary" in reasons["nul.md"]
    assert "LFS" in reasons["lfs.md"]
    assert at.documents.verify(at.documents.view(), deep=True).ok


def test_a_blob_above_the_limit_is_never_read(repo: Repo, app: App, tmp_path: Path) -> None:
    """300 MB of zeros, sparse on disk and small in git; the reader's memory shows that nobody unpacked it."""
    import resource

    repo.commit("start", {"a.md": "# A\n\nGabbro.\n"})
    with (repo.path / "huge.md").open("wb") as huge:
        huge.truncate(300 << 20)
    repo.git("-c", "core.bigFileThreshold=1m", "-c", "core.compression=1", "commit", "-q", "--allow-empty", "-m", "x")
    repo.git("-c", "core.bigFileThreshold=1m", "-c", "core.compression=1", "add", "huge.md")
    repo.git("commit", "-q", "-m", "huge")
    at = app.initialise(repo.path)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ingest(at)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 * 1024
    reasons = {one.path: one.reason for one in at.documents.left_out(at.documents.view()).files}
    assert reasons == {"huge.md": "314,572,800 bytes; ingestion.max_file_size_kb is 500"}
    assert found(at, "Gabbro")


def test_one_line_of_almost_two_megabytes_is_cut_into_passages(repo: Repo, run: Run, home: Path) -> None:
    home.mkdir(mode=0o700)
    (home / "config.yaml").write_text("ingestion:\n  max_file_size_kb: 10240\n")
    words = "magpies sort grey parcels " * 73_000 + "gabbro"
    repo.commit("start", {"line.md": words, "word.txt": "x" * 1_000_000, "key.md": "password=" + "x" * 500_000})
    code, said = run(repo, "init", "--yes")
    assert code == 0, said
    assert "0 files skipped" in said
    code, said = run(repo, "search", "gabbro", "--limit", "1")
    assert code == 0
    assert len(said) < 20_000

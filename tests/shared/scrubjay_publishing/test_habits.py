"""Publishing in repositories of different habits: a branch with the right file; nothing else changes."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.knowledge.decisions.parse import parse_decision
from scrubjay_publishing.values import PublishRequest
from tests.conftest import Repo
from tests.shared.scrubjay_publishing.conftest import FACT, Library, text_at, untouched

HEAD = "# {}Use {}\n\n"
NYGARD = (
    "Date: 2026-01-0{n}\n\n## Status\n\nAccepted\n\n## Context\n\nC.\n\n## Decision\n\nD.\n\n## Consequences\n\nE.\n"
)
SECTIONS = "## Context and Problem Statement\n\nC.\n\n## Decision Outcome\n\nD.\n"
MADR = f"---\nstatus: accepted\ndate: 2026-01-01\n---\n\n# Use {{}}\n\n{SECTIONS}"
BULLETS = f"# Use {{}}\n\n* Status: accepted\n* Date: 2026-01-01\n\n{SECTIONS}"


def adr_tools(repo: Repo) -> str:
    """Four digits with a gap, `.adr-dir`, a number in the heading, a list of records."""
    files = {
        f"doc/adr/000{n}-use-{w}.md": HEAD.format(f"{n}. ", w) + NYGARD.format(n=n) for n, w in ((1, "a"), (3, "b"))
    }
    listed = "# Records\n\n* [1. Use a](0001-use-a.md)\n* [3. Use b](0003-use-b.md)\n\nEnd.\n"
    repo.commit("start", {".adr-dir": "doc/adr\n", "doc/adr/README.md": listed, **files})
    return "doc/adr/0004-parcels-are-stored-in-one-sqlite-file.md"


def madr_table(repo: Repo) -> str:
    """MADR 3 with a README table; another branch has taken the next number."""
    files = {f"docs/decisions/000{n}-use-{w}.md": MADR.format(w) for n, w in ((1, "a"), (2, "b"))}
    rows = "| ADR | title | status | date |\n|---|---|---|---|\n" + "".join(
        f"| 000{n} | [Use {w}](docs/decisions/000{n}-use-{w}.md) | accepted | 2026-01-01 |\n"
        for n, w in ((1, "a"), (2, "b"))
    )
    repo.commit("start", {"README.md": f"# Yard\n\n{rows}\nMore.\n", **files})
    repo.git("checkout", "-q", "-b", "other")
    repo.commit("third", {"docs/decisions/0003-use-c.md": MADR.format("c")})
    repo.git("checkout", "-q", "main")
    return "docs/decisions/0004-parcels-are-stored-in-one-sqlite-file.md"


def wide_bullets(repo: Repo) -> str:
    """MADR 2 with three digits, a prefix and underscores."""
    repo.commit("start", {f"adr/adr-00{n}-use_it_{n}.md": BULLETS.format(n) for n in (7, 8)})
    return "adr/adr-009-parcels_are_stored_in_one_sqlite_file.md"


def log4brains(repo: Repo) -> str:
    """Days for numbers."""
    files = {f"docs/adr/2026010{n}-use-{n}.md": BULLETS.format(n).replace("* ", "- ") for n in (1, 2)}
    repo.commit("start", {".log4brains.yml": "project:\n  adrFolder: ./docs/adr\n", **files})
    return "*/[0-9]*-parcels-are-stored-in-one-sqlite-file.md"


@pytest.mark.parametrize("habit", [adr_tools, madr_table, wide_bullets, log4brains], ids=lambda h: str(h.__name__))
def test_a_decision_takes_the_form_and_number_of_the_repository(
    habit: Callable[[Repo], str], repo: Repo, library: Library
) -> None:
    path = habit(repo)
    before = untouched(repo)
    publisher = library.at(repo)
    plan = publisher.plan(PublishRequest(ids=(library.decision,), topic="store"))
    done = publisher.publish(plan)
    assert untouched(repo) == before
    assert repo.git("rev-parse", "memory/store") == done.commit
    changed = repo.git("diff", "--name-only", "main", "memory/store").split("\n")
    own = plan.files[0]
    assert Path(own.path).match(path)
    assert own.path in changed
    text = text_at(repo, "memory/store", own.path)
    assert library.decision in text
    newest = sorted(p for p in repo.git("ls-tree", "-r", "--name-only", "main").split("\n") if "use" in p)[-1]
    shape = [line for line in text_at(repo, "main", newest).splitlines() if line.startswith("##")]
    assert [line for line in text.splitlines() if line.startswith("##")] == shape
    read = parse_decision(own.path, text, "markdown")
    assert read is not None
    assert (read.title, read.status) == ("Parcels are stored in one SQLite file", "accepted")
    if habit is adr_tools:
        assert text.startswith("# 4. Parcels are stored")
        listed = text_at(repo, "memory/store", "doc/adr/README.md").splitlines()
        assert listed[4].startswith("* [4. Parcels are stored in one SQLite file](0004-")
        assert len(listed) == 7
    if habit is madr_table:
        row = repo.git("diff", "main", "memory/store", "--", "README.md").splitlines()[-3]
        assert row.startswith("+| 0004 | [Parcels are stored"), row
        assert row.endswith(f"](docs/decisions/{Path(own.path).name}) | accepted | {text.split('date: ')[1][:10]} |")


def conventional(repo: Repo) -> str:
    for number in range(3):
        repo.commit(f"feat(gate): weigh {number}")
    return "docs: add memory: "


def sign_off(repo: Repo) -> str:
    repo.git("commit", "-q", "--amend", "-s", "-m", "start")
    return "Signed-off-by: Ada <ada@example.org>"


def dirty_tree(repo: Repo) -> str:
    repo.write("README.md", "# Changed\n")
    repo.write("new.md", "new\n")
    repo.write("staged.md", "staged\n")
    repo.git("add", "staged.md")
    repo.write(".gitattributes", "* filter=evil\n")
    return "Memory-Id: "


def linked_worktree(repo: Repo) -> str:
    repo.git("worktree", "add", "-q", "--detach", "../linked")
    repo.path = repo.path.parent / "linked"
    return "Memory-Id: "


def submodule(repo: Repo) -> str:
    outer = Repo(repo.path.parent / "outer", repo.environment)
    outer.path.mkdir()
    outer.git("init", "-q")
    outer.git("submodule", "--quiet", "add", str(repo.path), "inner")
    repo.path = outer.path / "inner"
    return "Memory-Id: "


def superproject(repo: Repo) -> str:
    inner = Repo(repo.path.parent / "inner", repo.environment)
    inner.path.mkdir()
    inner.git("init", "-q")
    inner.commit("one", {"a.md": "a\n"})
    repo.git("submodule", "--quiet", "add", str(inner.path), "inner")
    repo.commit("a submodule")
    (repo.path / "inner" / "a.md").write_text("changed\n")
    repo.git("config", "submodule.recurse", "true")
    repo.git("config", "color.ui", "always")
    repo.git("config", "grep.patternType", "fixed")
    return "Memory-Id: "


def hostile_settings(repo: Repo) -> str:
    touch = f"touch '{repo.path}/ran'; cat"
    for key in ("core.fsmonitor", "filter.evil.clean", "filter.evil.process", "core.sshCommand", "core.editor"):
        repo.git("config", key, touch)
    repo.git("config", "core.splitIndex", "true")
    repo.git("config", "core.autocrlf", "true")
    repo.git("config", "core.safecrlf", "true")
    repo.git("config", "i18n.commitEncoding", "ISO-8859-1")
    for hook in ("reference-transaction", "pre-commit", "post-checkout"):
        file = repo.write(f".git/hooks/{hook}", f"#!/bin/sh\ntouch '{repo.path}/ran'\n")
        file.chmod(0o755)
    return "Memory-Id: "


def squash_merged(repo: Repo) -> str:
    """An earlier publication was merged as another commit, and its branch deleted."""
    repo.git("checkout", "-q", "-b", "memory/parcels")
    repo.commit("one", {".agent/memory/other.md": f"---\nid: {'e' * 32}\n---\n"})
    repo.git("checkout", "-q", "main")
    repo.git("merge", "--squash", "-q", "memory/parcels")
    repo.commit("Add one (#1)")
    repo.git("branch", "-q", "-D", "memory/parcels")
    return "Memory-Id: "


def windows_ends(repo: Repo) -> str:
    repo.commit("attributes", {".gitattributes": "*.md text eol=crlf\n"})
    return "Memory-Id: "


def sha256(repo: Repo) -> str:
    shutil.rmtree(repo.path / ".git")
    repo.git("init", "-q", "--object-format=sha256")
    repo.commit("start")
    return "Memory-Id: "


STATUS = ("--no-optional-locks", "-c", "core.fsmonitor=false", "status", "--porcelain")
HABITS = (
    conventional, sign_off, dirty_tree, linked_worktree, submodule, superproject, hostile_settings, squash_merged,
    windows_ends, sha256,
)  # fmt: skip


@pytest.mark.parametrize("habit", HABITS, ids=lambda h: str(h.__name__))
def test_a_fact_is_committed_and_nothing_else_changes(
    habit: Callable[[Repo], str], yard: Repo, library: Library
) -> None:
    said = habit(yard)
    before = untouched(yard)
    head, status = yard.git("rev-parse", "HEAD"), yard.git(*STATUS)
    publisher = library.at(yard)
    done = publisher.publish(publisher.plan(PublishRequest(ids=(library.fact,))))
    assert untouched(yard) == before
    branch = "memory/parcels-are-weighed-twice-at-the-gate"
    assert yard.git("rev-parse", branch) == done.commit
    assert said in yard.git("log", "-1", "--format=%B", branch)
    assert f"Memory-Id: {library.fact}" in yard.git("log", "-1", "--format=%(trailers)", branch)
    path = ".agent/memory/parcels-are-weighed-twice-at-the-gate.md"
    assert yard.git("diff", "--name-only", f"{branch}^", branch) == path
    text = text_at(yard, branch, path)
    assert text.startswith(f"---\nid: {library.fact}\nkind: fact\nstatus: current\n")
    assert text.endswith(FACT)
    assert "\r" not in text
    assert (yard.git("rev-parse", "HEAD"), yard.git(*STATUS)) == (head, status)
    assert not (yard.path / "ran").exists()


def test_what_nobody_pushed_does_not_come_along(yard: Repo, library: Library, make_repo: Callable[..., Repo]) -> None:
    remote = make_repo("remote", "--bare")
    yard.git("remote", "add", "origin", f"file://{remote.path}")
    yard.git("push", "-q", "origin", "main")
    pushed = yard.git("rev-parse", "HEAD")
    yard.commit("not pushed", {"new.md": "# New\n"})
    publisher = library.at(yard)
    plan = publisher.plan(PublishRequest(ids=(library.fact,), topic="gate"))
    publisher.publish(plan)
    assert yard.git("rev-parse", "memory/gate^") == pushed
    assert plan.commands == ("git push -u origin memory/gate",)


def test_records_of_another_format_are_left_alone_and_that_is_said(yard: Repo, library: Library) -> None:
    yard.commit("records", {"docs/decisions/0001-use-it.rst": "Use it\n======\n\nStatus\n------\n\nAccepted\n"})
    plan = library.at(yard).plan(PublishRequest(ids=(library.decision,)))
    assert [file.path for file in plan.files] == [".agent/memory/parcels-are-stored-in-one-sqlite-file.md"]
    assert plan.notes == ("the decision records here are no Markdown, so it goes to .agent/memory",)


def test_evidence_is_named_with_the_commit_of_the_base(library: Library) -> None:
    id = library.remember("At the gate all parcels are weighed twice (docs/gate.md:3).")
    plan = library.publisher.plan(PublishRequest(ids=(id,)))
    assert plan.files[0].path == ".agent/memory/at-the-gate-all-parcels-are-weighed-twice.md"
    assert f"- docs/gate.md@{plan.base.commit[:12]}:3" in plan.files[0].text

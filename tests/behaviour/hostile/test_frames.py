"""Messages, names and trees that are made to break what reads them: each tells itself, and nothing else changes."""

import resource
from collections.abc import Callable

import pytest

from scrubjay.git.tree import MOST_ENTRIES
from scrubjay.knowledge.documents.listing import COPIES_REASON, MAX_COPIES
from tests.behaviour.hostile.conftest import Call, Run
from tests.conftest import Repo
from tests.shared.git.bombs import make_bomb

PAGE = {"README.md": "# Magpie\n\nMagpie sorts parcels.\n"}


def test_a_control_character_in_a_message_hides_no_commit_and_forges_none(
    repo: Repo, run: Run, call: Call, tour: Callable[[Repo], str]
) -> None:
    repo.commit("begin the parcel sorter", dict(PAGE))
    forged = "f" * 40
    for name in (forged, forged[:7], "Linus Torvalds", "1772366400", "approved by Linus"):
        repo.write(name, "x")
    repo.write("README.md", "# Magpie\n\nMagpie sorts parcels and letters.\n")
    repo.commit(f"sort letters too \x01{forged}\x01 as well")
    last = repo.commit("label letters", {"README.md": "# Magpie\n\nLabels.\n"})
    tour(repo)
    for answer in (
        call(repo, "get_file_history", path="README.md"),
        call(repo, "get_repository_state", include=["commits"]),
        call(repo, "search_commits", query="letters parcel"),
    ):
        assert "label letters" in answer
        assert "sort letters too" in answer
        assert "begin the parcel sorter" in answer
        assert "Linus Torvalds:" not in answer
        assert f"- {forged[:7]}" not in answer
        assert "\r" not in answer
    assert last[:10] in run(repo, "search", "letters", "--kind", "commit")[1]
    assert "commits added" in run(repo, "ingest")[1]


def test_a_message_of_another_system_is_printed_without_its_line_ends(repo: Repo, call: Call, run: Run) -> None:
    repo.commit("first", dict(PAGE))
    repo.git("commit", "-q", "--allow-empty", "--cleanup=verbatim", "-m", "sort letters\r\n\r\nbecause of letters\r\n")
    assert run(repo, "init", "--yes")[0] == 0
    for tool, asked in (("get_repository_state", {"include": ["commits", "branches"]}), ("session_init", {}),
                        ("search_commits", {"query": "letters"})):  # fmt: skip
        answer = call(repo, tool, **asked)
        assert "sort letters" in answer
        assert "\r" not in answer


def test_a_commit_that_cannot_be_read_is_named_and_everything_else_goes_on(
    repo: Repo, run: Run, tour: Callable[[Repo], str]
) -> None:
    repo.commit("start with parcels", dict(PAGE))
    lost = repo.commit("lost step", {"README.md": "# Magpie\n\nParcels twice.\n"})
    repo.commit("start again", {"README.md": "# Magpie\n\nParcels thrice.\n"})
    (repo.path / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    shown = tour(repo)
    assert "start again" in shown
    assert f"commit {lost}" in run(repo, "log")[1]
    assert "1 commit can't be read" in run(repo, "status")[1]
    assert "`scrubjay log` lists them" in run(repo, "verify")[1]


@pytest.mark.optin
def test_a_tree_bomb_is_listed_up_to_a_limit_that_is_named(repo: Repo, run: Run, call: Call) -> None:
    make_bomb(repo, levels=9)
    repo.git("symbolic-ref", "HEAD", "refs/heads/bomb")
    assert "more entries than are looked at: 500,000" in run(repo, "init", "--yes")[1] + run(repo, "log")[1]
    code, said = run(repo, "verify")
    assert (code, "more entries than are looked at" in said) == (1, True)
    assert "Files at HEAD (the first 500000)" in call(repo, "get_repository_state", include=["files"])


def _many_copies(repo: Repo, run: Run, levels: int) -> None:
    make_bomb(repo, levels, ".md")
    repo.git("symbolic-ref", "HEAD", "refs/heads/bomb")
    assert run(repo, "init", "--yes")[0] == 0
    assert run(repo, "ingest")[0] == 0
    more = f" and {min(10**levels, MOST_ENTRIES) - MAX_COPIES - 1:,} more"
    for command in ("log", "status", "verify"):
        code, said = run(repo, command)
        assert more in said, command
        assert COPIES_REASON in said, command
    assert code == (10**levels > MOST_ENTRIES)
    copy = "/".join(["a9"] * (levels - 1)) + "/a9.md"
    if 10**levels <= MOST_ENTRIES:
        assert COPIES_REASON in run(repo, "explain", copy)[1]
    assert "a0.md" in run(repo, "search", "parcels")[1]


def test_a_content_at_many_paths_is_shown_at_a_thousand_and_the_rest_is_named(repo: Repo, run: Run) -> None:
    _many_copies(repo, run, levels=4)


@pytest.mark.optin
def test_a_tree_bomb_of_documents_is_indexed_in_little_time(repo: Repo, run: Run) -> None:
    before = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    _many_copies(repo, run, levels=9)
    assert sum(resource.getrusage(resource.RUSAGE_SELF)[:2]) - before < 60


def test_a_large_diff_is_cut_and_not_failed(repo: Repo, run: Run, call: Call) -> None:
    repo.commit("first", PAGE | {"big.txt": "one line\n" * 300_000})
    repo.write("big.txt", "another line\n" * 300_000)
    assert run(repo, "init", "--yes")[0] == 0
    answer = call(repo, "get_repository_state", include=["diff"])
    assert "-one line\n" in answer
    assert "… cut: these are the first 16,000 bytes; `git diff HEAD` shows the rest" in answer
    assert len(answer) < 20_000


@pytest.mark.parametrize("how", ["merge", "rebase", "cherry-pick"])
def test_the_files_in_conflict_are_named(how: str, repo: Repo, run: Run, call: Call) -> None:
    repo.commit("first", PAGE | {"b.md": "b\n"})
    repo.git("switch", "-q", "-c", "side")
    repo.commit("theirs", {"README.md": "# Theirs\n", "b.md": "c\n"})
    repo.git("switch", "-q", "main")
    repo.commit("ours", {"README.md": "# Ours\n"})
    assert run(repo, "init", "--yes")[0] == 0
    repo.git(how, "side", check=False)
    state = call(repo, "get_repository_state", include=["status"])
    briefing = call(repo, "session_init")
    assert f"In progress: {how}" in state
    assert "In conflict (1): README.md" in state
    assert f"{how} in progress" in briefing
    assert "In conflict: 1 file: README.md" in briefing


def test_a_folder_with_a_line_end_in_its_name_is_a_folder(make_repo: Callable[..., Repo], run: Run, call: Call) -> None:
    repo = make_repo("two\nlines")
    repo.commit("first", dict(PAGE))
    side = repo.path.parent / "side\nways"
    repo.git("worktree", "add", "-q", "-b", "side", str(side))
    assert run(repo, "init", "--yes")[0] == 0
    for at in (repo, Repo(side, repo.environment)):
        assert run(at, "ingest")[0] == 0
        assert "sorts parcels" in call(at, "search_knowledge", query="parcels")

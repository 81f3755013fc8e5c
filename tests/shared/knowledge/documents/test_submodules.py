"""Submodules are read from their own objects at the recorded commit, stand apart from own files, and decide nothing."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.errors import NotFound
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.git.tree import TreeEntry
from scrubjay.knowledge.documents.selection import Selection
from scrubjay.knowledge.documents.view import MOST_READ, UNSHOWN, ReadSubmodules, Submodules
from scrubjay.model.view import View
from scrubjay.settings.code import DEFAULT_EXCLUDE, DEFAULT_INCLUDE
from scrubjay.settings.layers import load_settings
from scrubjay.settings.reading import IngestionSettings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

ALLOWED = ("-c", "protocol.file.allow=always", "submodule", "--quiet")
RECORD = "# 12. Use marmots\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\nSupersedes [1. Ravens](0001-ravens.md)\n"
LIBRARY = {
    "README.md": "# Library\n\nThe quokka retries seven times.\n",
    "docs/adr/0012-use-marmots.md": RECORD,
    "src/a.py": "def retry_quokka():\n    return 7\n",
    "notes.bin": "x",
    "id_rsa": "key",
    "vendor/v.md": "# Vendored\n",
    "same.md": "# The same\n",
}
OWN = {
    "README.md": "# App\n\nInvoices are sent by mail.\n",
    "docs/adr/0001-ravens.md": "# 1. Ravens\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n\nWords of ravens.\n",
    "same.md": "# The same\n",
}


@pytest.fixture
def library(make_repo: Callable[..., Repo]) -> Repo:
    library = make_repo("library")
    library.commit("start", dict(LIBRARY))
    return library


@pytest.fixture
def outer(repo: Repo, library: Repo) -> Repo:
    repo.git(*ALLOWED, "add", str(library.path), "third_party/lib")
    repo.commit("start", dict(OWN))
    return repo


@pytest.fixture
def reads(environment: dict[str, str], clock: Callable[[], datetime]) -> Iterator[App]:
    """The home of this test, in which submodules are read."""
    settings = load_settings(environment | {"SCRUBJAY_INGESTION_SUBMODULES": "true"})
    with open_app(
        settings,
        git_environment=GitEnvironment.of(environment),
        embedder=HashingEmbedder(),
        clock=clock,
        wake=lambda: None,
    ) as opened:
        yield opened


def opened(app: App, repo: Repo) -> tuple[Workspace, View]:
    at = app.initialise(repo.path)
    view = at.documents.view()
    at.documents.ingest(view, cause="test")
    return at, view


def test_they_are_off_by_default_and_counted_with_the_command(app: App, outer: Repo) -> None:
    assert IngestionSettings().submodules is False
    at, view = opened(app, outer)
    assert (view.submodules, view.borrowed) == ((), ())
    assert view.unselected.submodules == ("third_party/lib",)
    assert at.documents.left_out(view).counts["submodule"] == 1
    told = at.documents.explain("third_party/lib/README.md")
    assert told.why == "submodule"
    assert "`scrubjay settings set --here ingestion.submodules true`" in told.change


def test_the_files_at_the_recorded_commit_are_read_whatever_is_checked_out(
    reads: App, outer: Repo, library: Repo
) -> None:
    recorded = library.git("rev-parse", "HEAD")
    library.commit("more", {"later.md": "# Later\n"})
    outer.git("-C", "third_party/lib", "pull", "-q", "origin", library.git("branch", "--show-current"))
    outer.write("third_party/lib/README.md", "# Changed\n")
    at, view = opened(reads, outer)
    (module,) = view.submodules
    assert (module.path, module.commit) == ("third_party/lib", recorded)
    assert {file.path.removeprefix("third_party/lib/") for file in module.files} == {
        "README.md", "docs/adr/0012-use-marmots.md", "src/a.py", "same.md",
    }  # fmt: skip
    text = at.documents.text(view, "third_party/lib/README.md")
    assert "seven times" in text.text
    assert text.origin == f"@ {recorded[:10]} of submodule third_party/lib"
    assert at.documents.text(view, "README.md").origin == ""
    assert at.documents.behind(view) == 0
    outer.git("add", "third_party/lib")
    outer.commit("move on")
    assert at.documents.behind(at.documents.view()) == 1, "the gitlink moved"


def test_own_files_records_and_counts_stay_as_they_are(app: App, reads: App, outer: Repo) -> None:
    at, view = opened(reads, outer)
    bare, without = opened(app, outer)
    assert view.files == without.files
    assert view.key != without.key
    assert at.documents.decisions(view) == bare.documents.decisions(without)
    assert [entry.path for entry in at.documents.decisions(view)] == ["docs/adr/0001-ravens.md"]
    assert not at.documents.decisions(view)[0].standing.superseded_by
    assert at.documents.counts(view).documents == len(view.files)


def test_a_file_that_was_own_decides_nothing_once_it_is_a_submodule_s(reads: App, repo: Repo, library: Repo) -> None:
    repo.commit("vendored", {f"libs/x/{name}": text for name, text in LIBRARY.items()})
    at, view = opened(reads, repo)
    assert [entry.path for entry in at.documents.decisions(view)] == ["libs/x/docs/adr/0012-use-marmots.md"]
    repo.git("rm", "-q", "-r", "libs")
    repo.git(*ALLOWED, "add", str(library.path), "libs/x")
    repo.commit("as a submodule")
    view = at.documents.view()
    at.documents.ingest(view, cause="test")
    assert "libs/x/docs/adr/0012-use-marmots.md" in {file.path for file in view.borrowed}
    assert at.documents.decisions(view) == ()
    assert at.documents.records(view).incidents == {}


def test_verify_holds_them_against_the_submodule_s_objects(reads: App, outer: Repo) -> None:
    at, view = opened(reads, outer)
    found = at.documents.verify(view, deep=True)
    assert found.ok
    assert found.matching == len(view.files) + len(view.borrowed)
    forged = "UPDATE passage SET text = 'forged' WHERE text LIKE '%quokka retries%'"
    at.knowledge_database.write(lambda c: c.execute(forged))
    found = at.documents.verify(view, deep=True)
    assert found.different == ("third_party/lib/README.md",)
    narrowed = replace(view, key="narrowed", submodules=(replace(view.submodules[0], files=()),))
    assert at.documents.verify(narrowed).checked == found.checked - len(view.borrowed)


def test_gc_keeps_what_only_a_submodule_has(reads: App, outer: Repo) -> None:
    at, view = opened(reads, outer)
    assert at.documents.collect_garbage().gone == 0
    assert at.documents.behind(view) == 0


@pytest.mark.parametrize(
    ("inner", "why", "said"),
    [
        ("README.md", "", ""),
        ("src/a.py", "", ""),
        ("notes.bin", "type", '"**/*.bin"]'),
        ("vendor/v.md", "excluded", "exclude: ["),
        ("none.md", "nowhere", ""),
        ("", "submodule", ""),
    ],
)
def test_explain_says_it_of_the_path_inside(reads: App, outer: Repo, inner: str, why: str, said: str) -> None:
    at, view = opened(reads, outer)
    told = at.documents.explain(f"third_party/lib/{inner}".rstrip("/"))
    assert (told.why, told.indexed) == (why, not why)
    assert said in told.change
    assert told.origin == view.submodules[0].citation


def test_a_pattern_that_begins_with_a_folder_counts_from_the_top(
    environment: dict[str, str], outer: Repo, clock: Callable[[], datetime]
) -> None:
    more = {"SCRUBJAY_INGESTION_SUBMODULES": "true", "SCRUBJAY_INGESTION_EXCLUDE": "[third_party/lib/docs/**]"}
    with open_app(
        load_settings(environment | more), git_environment=GitEnvironment.of(environment), embedder=None, clock=clock,
        wake=lambda: None,
    ) as app:  # fmt: skip
        _, view = opened(app, outer)
    assert "third_party/lib/docs/adr/0012-use-marmots.md" not in {file.path for file in view.borrowed}
    assert "third_party/lib/README.md" in {file.path for file in view.borrowed}


def test_what_is_checked_out_later_is_read_at_the_next_ingest(reads: App, outer: Repo) -> None:
    outer.git(*ALLOWED, "deinit", "-f", "third_party/lib")
    at, view = opened(reads, outer)
    assert view.unselected.refused == (
        ("third_party/lib", "not checked out: `git submodule update --init third_party/lib`"),
    )
    (unread,) = at.documents.verify(view).omitted
    assert (unread.path, unread.why) == ("third_party/lib", "submodule")
    outer.git(*ALLOWED, "update", "--init")
    view = at.documents.view()
    assert view.unselected.submodules == ()
    assert at.documents.behind(view) == 3
    at.documents.ingest(view, cause="test")
    assert at.documents.behind(view) == 0


def test_a_commit_that_is_missing_is_said_until_it_arrives(reads: App, outer: Repo, library: Repo) -> None:
    commit = library.commit("more", {"later.md": "# Later\n"})
    outer.git("update-index", "--cacheinfo", f"160000,{commit},third_party/lib")
    outer.git("commit", "-q", "-m", "move on")
    at, view = opened(reads, outer)
    ((path, why),) = view.unselected.refused
    assert (path, why.partition(":")[0]) == ("third_party/lib", f"commit {commit[:10]} isn't among its objects")
    assert why.endswith("`git submodule update --init third_party/lib`")
    with pytest.raises(NotFound):
        at.documents.text(view, "third_party/lib/README.md")
    outer.git(*ALLOWED, "update", "--init")
    assert "third_party/lib/later.md" in {file.path for file in at.documents.view().borrowed}


def test_one_level_is_read_and_the_one_inside_is_said(
    reads: App, make_repo: Callable[..., Repo], library: Repo
) -> None:
    middle, repo = make_repo("middle"), make_repo("outer")
    middle.git(*ALLOWED, "add", str(library.path), "deep")
    middle.commit("start", {"m.md": "# Middle\n"})
    repo.git(*ALLOWED, "add", str(middle.path), "mid")
    repo.git(*ALLOWED, "update", "--init", "--recursive")
    repo.commit("start")
    _, view = opened(reads, repo)
    assert [file.path for file in view.borrowed] == ["mid/m.md"]
    assert view.unselected.refused == (("mid/deep", "inside of mid: one level of submodules is read"),)


def test_a_path_with_a_secret_is_neither_read_nor_shown(reads: App, outer: Repo, library: Repo) -> None:
    token = "ghp_" + "aB3dE5fG7h" * 3 + "jK9mN1"
    outer.git(*ALLOWED, "add", "--name", "other", str(library.path), f"libs/{token}")
    outer.commit("add")
    _, view = opened(reads, outer)
    assert [module.path for module in view.submodules] == ["third_party/lib"]
    ((path, why),) = view.unselected.refused
    assert (token in path, why) == (False, UNSHOWN)


def test_gitlinks_that_are_not_checked_out_start_no_git(repo: Repo, environment: dict[str, str]) -> None:
    commit = repo.commit("start", dict(OWN))
    opened_at = open_repository(repo.path, GitEnvironment.of(environment))
    none = Git(repo.path, GitEnvironment({}, program=str(repo.path / "no-git")))
    submodules = Submodules(none, opened_at, Selection(DEFAULT_INCLUDE, DEFAULT_EXCLUDE))
    found = submodules.of([TreeEntry(f"sub{number}", commit, "160000") for number in range(MOST_READ + 5)], ())
    assert found.read == ()
    assert len(found.refused) == MOST_READ + 5
    assert submodules.of([], ()) == ReadSubmodules()
    assert found.key == ""

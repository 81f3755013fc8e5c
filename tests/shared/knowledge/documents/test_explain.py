"""An explanation names the class of the reason and the very line or command that would change it."""

from collections.abc import Callable

import pytest

from scrubjay.app import App, Workspace
from tests.conftest import Repo
from tests.shared.without_code import environment  # noqa: F401 - code is switched off here

CHINESE = "# 标题\n\n苍鹭缓存使用国标编码写入磁盘。\n"
LFS = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"


@pytest.fixture
def at(make_repo: Callable[..., Repo], app: App) -> Workspace:
    library, repo = make_repo("library"), make_repo("repo")
    library.commit("start", {"s.md": "# Library\n"})
    repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", library.path.as_uri(), "libs/x")
    repo.commit(
        "start",
        {"docs/a.md": "# A\n\nGabbro.\n", "docs/big.md": LFS, "docs/nul.txt": "a\0b", "vendor/v.md": "# V\n",
         "src/a.py": "print(1)\n", "n.ipynb": "{}", "scan.pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n\x01",
         "docs/zip.txt": b"PK\x03\x04\0\xe2\x93", "video.mp4": LFS, "docs/z.md": CHINESE.encode("gbk"),
         "long.md": "x " * 300_000},
    )  # fmt: skip
    (repo.path / "link.md").symlink_to("docs/a.md")
    repo.commit("link")
    repo.write("new.md", "# New\n")
    repo.write("drafts/d.md", "# Draft\n")
    (repo.path / ".git" / "info" / "exclude").write_text("/own.md\nbuild/\n")
    repo.write("own.md", "# Own\n")
    repo.write("build/b.md", "# Built\n")
    at = app.initialise(repo.path)
    at.documents.ingest(at.documents.view(), cause="test")
    return at


@pytest.mark.parametrize(
    ("path", "why", "change"),
    [
        ("docs/a.md", "", ""),
        ("docs/big.md", "lfs", "git lfs untrack"),
        ("docs/nul.txt", "binary", "skip_binary: false"),
        ("vendor/v.md", "excluded", "exclude: ["),
        ("scan.pdf", "type", ""),
        ("docs/zip.txt", "binary", ""),
        ("docs/z.md", "encoding", "`iconv -f ENCODING -t UTF-8 docs/z.md"),
        ("video.mp4", "type", "git lfs untrack"),
        ("video.mp4", "type", "; then `ingestion: {include: ["),
        ("src/a.py", "type", 'code: ["python"]'),
        ("n.ipynb", "type", '"**/*.ipynb"]'),
        ("long.md", "size", "max_file_size_kb: 586"),
        ("libs/x", "submodule", "scrubjay --repo libs/x init"),
        ("libs/x/s.md", "submodule", "scrubjay --repo libs/x init"),
        ("link.md", "link", ""),
        ("docs", "folder", ""),
        ("src/", "folder", ""),
        ("drafts", "uncommitted", "git add drafts"),
        ("own.md", "uncommitted", "git add -f own.md"),
        ("build", "uncommitted", "git add -f build"),
        ("new.md", "uncommitted", "git add new.md"),
        ("nowhere.md", "nowhere", ""),
    ],
)
def test_the_class_and_the_change_are_named(at: Workspace, path: str, why: str, change: str) -> None:
    told = at.documents.explain(path)
    assert (told.why, told.indexed) == (why, not why)
    assert change in told.change
    assert bool(told.change) == bool(change)


def test_counts_are_those_of_the_tree(at: Workspace) -> None:
    counts = at.documents.left_out(at.documents.view()).counts
    assert {name: count for name, count in counts.items() if count} == {
        "lfs": 1, "binary": 2, "encoding": 1, "size": 1, "excluded": 1, "submodule": 1, "type": 5,
    }  # fmt: skip


def test_a_committed_folder_says_which_documents_it_has(at: Workspace) -> None:
    explain = at.documents.explain
    assert explain("docs").refused == "a folder with 5 documents; name one of them, such as docs/a.md"
    assert (explain("docs").kind, explain("docs").at_head, explain("docs").checked_out) == ("folder", True, "yes")
    assert explain("src").refused == "a folder with 0 documents"


def test_a_file_that_git_ignores_is_said_to_be_ignored(at: Workspace) -> None:
    explain = at.documents.explain
    assert explain("own.md").refused == "not committed, and git is told to ignore it"
    assert explain("new.md").refused == "not committed"


def test_what_no_setting_makes_text_is_said_to_have_no_reader(at: Workspace) -> None:
    explain = at.documents.explain
    none = "nothing here reads such a file; commit its text beside it"
    assert explain("scan.pdf").refused == f"not selected, and binary: {none}"
    assert explain("docs/zip.txt").refused == f"binary: {none}"
    assert explain("docs/nul.txt").refused == "binary"
    assert explain("video.mp4").refused == "not selected, and a Git LFS pointer; its content is not in git"

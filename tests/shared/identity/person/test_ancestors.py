"""Which programs led to a process? Read from files of /proc's form, and of macOS's answers."""

import os
import sys
from pathlib import Path

import pytest

from scrubjay.identity.person.libproc import arguments
from scrubjay.identity.person.lineage import ancestors, names, read_proc


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    for process, parent, title, words in (
        (9, 5, "bash", b"-bash\0"),
        (5, 1, "a) S 77 (b", b"/opt/x y/node\0/usr/lib/node_modules/@google/gemini-cli/dist/index.js\0-p\0"),
        (1, 0, "init", b""),
    ):
        folder = tmp_path / str(process)
        folder.mkdir()
        (folder / "stat").write_text(f"{process} ({title}) S {parent} 1 1 0")
        (folder / "cmdline").write_bytes(words)
    return tmp_path


def test_the_chain_goes_up_to_the_first_process(proc: Path) -> None:
    chain = ancestors(9, lambda process: read_proc(process, proc))
    assert chain is not None
    assert chain[0] == ("bash", "-bash")
    assert {"node", "gemini-cli", "@google"} <= set(chain[1])
    assert chain[2] == ("init",)


def test_a_hidden_ancestor_hides_the_chain(proc: Path) -> None:
    (proc / "5" / "stat").unlink()
    assert ancestors(9, lambda process: read_proc(process, proc)) is None


def test_a_chain_that_leads_to_itself_ends() -> None:
    assert ancestors(9, lambda process: (9, ("x",))) is None


@pytest.mark.parametrize(
    ("title", "words", "told"),
    [
        ("claude", ["claude", "--resume"], ("claude",)),
        ("node", ["node", "/usr/bin/claude"], ("node", "claude")),
        ("MainThread", ["/usr/bin/node", "--no-warnings", "/usr/bin/gemini"], ("MainThread", "node", "gemini")),
        ("python3", ["python3.12", "-m", "pytest"], ("python3", "python3.12", "pytest")),
        ("python3", ["python3", "/home/anna/claude/tool.py"], ("python3", "tool.py", "tool")),  # her project's name
        ("vim", ["vim", "claude"], ("vim",)),  # edits a file of that name
    ],
)
def test_the_names_that_a_program_goes_by(title: str, words: list[str], told: tuple[str, ...]) -> None:
    assert names(title, words) == told


def test_macos_tells_the_words_after_the_path_and_its_padding() -> None:
    data = (2).to_bytes(4, "little") + b"/opt/node\0\0\0\0node\0/usr/bin/claude\0HOME=/x\0"
    assert arguments(data) == ["node", "/usr/bin/claude"]
    assert arguments(b"") == []


@pytest.mark.skipif(sys.platform == "win32", reason="no /proc and no libproc")
def test_this_process_has_readable_ancestors() -> None:
    chain = ancestors(os.getpid())
    assert chain
    assert any("python" in name.lower() for name in chain[0])

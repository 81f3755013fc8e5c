"""By which bytes a forgotten memory is looked for, and where they are still found."""

from pathlib import Path

import pytest

from scrubjay.memory.lifecycle.erasing import PIECE, Eraser, checked_line, drop_drafts, find_traces, probes_of
from scrubjay.memory.lifecycle.memories import Memories
from tests.shared.memory.conftest import BY_HAND, stored

CANARY = "zq7" + "k4v9x2" * 5


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "searched"
    folder.mkdir()
    return folder


def eraser(memories: Memories, home: Path) -> Eraser:
    return Eraser(memories, (home,), left_in_git=lambda _: "", shared_in=lambda _: ())


@pytest.mark.parametrize(
    ("text", "probe"),
    [
        ("The gate opens.", b"The gate opens."),  # the whole of it
        ('It says "open".', b'It says \\"open\\".'),  # as JSON has it
        (f"The word is ({CANARY}).", CANARY.encode()),  # a telling word, without the signs around it
        (f"The word is {CANARY.upper()}.", CANARY.encode()),  # as an index has it
        ("x" * 5_000, b"x" * PIECE),  # a piece: a database spreads a long text over pages
    ],
)
def test_a_text_is_looked_for_as_a_whole_in_pieces_and_by_telling_words(text: str, probe: bytes) -> None:
    assert probe in probes_of(text)


def test_nothing_is_looked_for_by_a_word_that_stands_everywhere() -> None:
    assert probes_of("One door.") == (b"One door.",)
    assert probes_of(" ") == ()


def test_files_are_read_as_they_are_and_links_are_not_followed(home: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(b"canary")
    (home / "link").symlink_to(tmp_path / "elsewhere")
    (home / "empty").touch()
    (home / "deep").mkdir()
    (home / "deep" / "page.db").write_bytes(b"\0" * 9_000 + b"canary" + b"\0" * 9)
    search = find_traces((home, home / "nowhere"), (b"canary", b"parrot"))
    assert [(one.path.name, one.probes) for one in search.found] == [("page.db", 1)]
    assert (search.files, search.is_clean) == (2, False)


def test_a_forgotten_memory_says_that_its_bytes_are_gone(memories: Memories, home: Path) -> None:
    id = stored(memories, f"The old word was {CANARY}.", **BY_HAND)
    erased = eraser(memories, home).erase(id, "anna", authority=True)
    assert erased.traces.is_clean
    assert checked_line(erased, home).startswith("No file of the home holds its words any more (0 files")


def test_what_still_holds_them_is_named_without_a_word_of_it(memories: Memories, home: Path) -> None:
    id = stored(memories, f"The old word was {CANARY}.", **BY_HAND)
    (home / "copy.db").write_text(f"… {CANARY} …")
    line = checked_line(eraser(memories, home).erase(id, "anna", authority=True), home)
    assert line.startswith("Pieces of it are still in copy.db (1 of ")
    assert CANARY not in line


def test_drafts_of_it_go_and_others_stay(home: Path) -> None:
    (home / "drafts").mkdir()
    for name in ("memory-0123456789ab.md", "claim-0123456789ab.md", "memory-ffff56789abc.md"):
        (home / "drafts" / name).touch()
    drop_drafts(home, "0123456789ab" + "0" * 20)
    assert [file.name for file in (home / "drafts").iterdir()] == ["memory-ffff56789abc.md"]

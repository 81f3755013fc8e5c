"""How many files does a view hold? No more than an index can carry, and what is passed over is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.git.tree import TreeEntry
from scrubjay.knowledge.documents.listing import TreeFiles
from scrubjay.knowledge.documents.selection import Selection

SELECTION = Selection(["**/*.md"], [])
BLOBS = st.lists(st.sampled_from("abcd"), max_size=40)


def entries(blobs: list[str]) -> list[TreeEntry]:
    return [TreeEntry(f"f{number}.md", blob * 40, "100644") for number, blob in enumerate(blobs)]


@given(BLOBS, st.integers(1, 12), st.integers(1, 5))
def test_every_file_is_taken_or_passed_over_or_comes_after_the_last(blobs: list[str], most: int, copies: int) -> None:
    taken = TreeFiles(entries(blobs), SELECTION, most, copies)
    files = list(taken)
    assert len(files) <= most
    assert all(sum(file.blob == blob * 40 for file in files) <= copies for blob in "abcd")
    assert taken.truncated or len(files) + taken.skipped_copies == len(blobs)
    assert bool(taken.cut) == taken.truncated == (sum(min(blobs.count(blob), copies) for blob in "abcd") > most)
    assert len(taken.skipped) == bool(taken.skipped_copies)


@given(BLOBS)
def test_below_the_limits_all_are_taken(blobs: list[str]) -> None:
    taken = TreeFiles(entries(blobs), SELECTION)
    assert [file.path for file in taken] == [entry.path for entry in entries(blobs)]
    assert (taken.cut, taken.skipped) == ((), ())


def test_only_files_that_the_patterns_take_count() -> None:
    given = [TreeEntry("a.md", "a" * 40, "120000"), TreeEntry("b.c", "a" * 40, "100644"), *entries(["a"])]
    taken = TreeFiles(given, SELECTION, 1, 1)
    assert [file.path for file in taken] == ["f0.md"]
    assert (taken.cut, taken.skipped) == ((), ())


@pytest.mark.parametrize(
    ("code", "most", "paths", "cut"),
    [
        (["auto"], 3, ["a.md", "b.py", "lib/c.go"], False),
        (["auto"], 2, ["a.md"], True),
        (["auto", "lib/**"], 2, ["a.md", "lib/c.go"], True),
        (["python", "go"], 1, ["a.md", "b.py", "lib/c.go"], False),  # what somebody named has no limit
        ([], 1, ["a.md"], False),
    ],
)
def test_auto_covers_every_installed_language_up_to_a_number_of_files(
    code: list[str], most: int, paths: list[str], cut: bool
) -> None:
    tree = [TreeEntry(path, path[0] * 40, "100644") for path in ("a.md", "b.py", "lib/c.go", "d.exe")]
    taken = TreeFiles(tree, Selection(["**/*.md"], [], code), max_code=most)
    assert [file.path for file in taken] == paths
    assert bool(taken.cut) == cut

"""What isn't read is counted once, and told in one short piece or a line each, with what changes it."""

import pytest

from scrubjay.knowledge.documents.left_out import (
    READ_SUBMODULES,
    LeftOut,
    absent_reason,
    lacks,
    short_note,
    type_of,
    why_refused,
)
from scrubjay.model.hints import BACKFILL, REFETCH, fetch_command
from scrubjay.model.view import OmittedFile, UnselectedFiles, Why

ABSENT = tuple(OmittedFile(f"docs/{n}.md", absent_reason(REFETCH), "absent") for n in range(12))
POINTER = OmittedFile("docs/big.md", "a Git LFS pointer; its content is not in git", "lfs")
OTHERS = UnselectedFiles(
    submodules=("libs/a", "libs/b"), types=((".py", 1_200), ("others", 9), (".ipynb", 2)), excluded=(("**/dist/**", 4),)
)


@pytest.mark.parametrize(
    ("reason", "size", "why"),
    [
        (absent_reason(BACKFILL), -1, "absent"),
        ("1,025 bytes; ingestion.max_file_size_kb is 1", 1025, "size"),
        ("a Git LFS pointer; its content is not in git", 130, "lfs"),
        ("binary", 5, "binary"),
        ("holds secrets (token) and ingestion.secrets is skip", 5, "secret"),
        ("no grammar for go: `pip install`", 5, "grammar"),
        ("can't be read: damaged in this clone; `git fsck` says more", 0, "damaged"),
    ],
)
def test_a_refusal_has_a_class(reason: str, size: int, why: Why) -> None:
    assert why_refused(reason, size, 1024) == why


@pytest.mark.parametrize(("commands", "command"), [({"fetch", "backfill"}, BACKFILL), ({"fetch"}, REFETCH)])
def test_the_command_that_brings_blobs_is_one_that_git_has(commands: set[str], command: str) -> None:
    assert fetch_command(commands) == command
    assert LeftOut((OmittedFile("a.md", absent_reason(command), "absent"),)).fetch == command


@pytest.mark.parametrize(
    ("left_out", "fits", "found", "note"),
    [
        (LeftOut(), False, False, ""),
        (LeftOut(ABSENT), True, True, f"12 documents aren't in this clone: `{REFETCH}`"),
        (LeftOut(ABSENT[:1]), False, False, f"1 document isn't in this clone: `{REFETCH}`"),
        (LeftOut((POINTER,), OTHERS), True, True, ""),
        (
            LeftOut((POINTER,), OTHERS),
            False,
            True,
            f"not read: 1 Git LFS pointer, 2 submodules, libs/a, libs/b (`{READ_SUBMODULES}`), "
            "1,200 code files (python 1,200) (`scrubjay status`)",
        ),
        (
            LeftOut((), OTHERS),
            False,
            False,
            f"not read: 2 submodules, libs/a, libs/b (`{READ_SUBMODULES}`), "
            "1,200 code files (python 1,200), 11 files of other types (.ipynb 2, others 9) (`scrubjay status`)",
        ),
        (
            LeftOut((), UnselectedFiles(submodules=("libs/a",), refused=(("libs/a", "its .git leads out"),))),
            False,
            True,
            "not read: 1 submodule, libs/a (`scrubjay status`)",
        ),
    ],
)
def test_the_first_line_says_of_it_what_matters_there(left_out: LeftOut, fits: bool, found: bool, note: str) -> None:
    assert short_note(left_out, fits=fits, found=found) == note


def test_each_lack_is_a_line_with_what_changes_it() -> None:
    told = {lack.name: (lack.found, lack.do) for lack in lacks(LeftOut(ABSENT, OTHERS), {"libs/a"}.__contains__)}
    assert told["absent"] == ("12 documents aren't in this clone", f"`{REFETCH}`, then `scrubjay ingest`")
    assert told["submodules"][0] == "2 submodules: libs/a, libs/b (not checked out)"
    assert told["submodules"][1].startswith(f"`git submodule update --init`, then `{READ_SUBMODULES}` reads")
    assert told["types"][0].startswith("11 files of other types")
    assert told["excluded"][0] == "4 files by ingestion.exclude: **/dist/** 4"
    assert lacks(LeftOut(), lambda _: True) == ()
    (line,) = lacks(LeftOut((), UnselectedFiles(submodules=("libs/a",))), lambda _: True)
    assert (
        line.do
        == f"`{READ_SUBMODULES}` reads what is checked out; or `scrubjay init` in each, as a repository of its own"
    )


def test_where_submodules_are_read_each_other_one_says_why_it_is_not() -> None:
    unselected = UnselectedFiles(submodules=("libs/a",), refused=(("libs/a", "not checked out: `git x`"),))
    (line,) = lacks(LeftOut((), unselected), lambda _: True)
    assert line.found == "1 submodule: libs/a (not checked out: `git x`)"
    assert READ_SUBMODULES not in line.do


def test_counts_have_every_class_and_count_what_a_line_stands_for() -> None:
    copies = OmittedFile("a.md and 6 more", "the same content", "copies", 7)
    counts = LeftOut((*ABSENT, POINTER, copies), OTHERS).counts
    assert {name: count for name, count in counts.items() if count} == {
        "absent": 12, "lfs": 1, "copies": 7, "submodule": 2, "type": 1_211, "excluded": 4,
    }  # fmt: skip
    assert set(LeftOut().counts.values()) == {0}
    assert LeftOut((*ABSENT, POINTER)).rest == (POINTER,)


@pytest.mark.parametrize(
    ("path", "type"),
    [("a/b.IPYNB", ".ipynb"), ("Makefile", "others"), (".gitmodules", "others"), ("a.tar.gz", ".gz"),
     ("v1.2", "others"), ("x." + "a" * 40, "others"), ("d.d/plain", "others")],
)  # fmt: skip
def test_a_type_is_an_extension_that_programs_use(path: str, type: str) -> None:
    assert type_of(path) == type

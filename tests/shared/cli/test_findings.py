"""What `scrubjay doctor` prints of its checks."""

import pytest

from scrubjay.cli.care.doctor import finding_lines
from scrubjay.model.check import Check

FINE = Check("git", True, "2.47", "2.36 or newer")
NOTED = Check("backups", True, "none", "", "`scrubjay backup DIR` creates one")
BROKEN = Check("index", False, "3 files behind", "none behind", "run `scrubjay ingest`")
RENAMED = Check("doubles", True, "none", "none")

ONE = "1 check is fine; `scrubjay doctor --all` lists it"


@pytest.mark.parametrize(
    ("checks", "lines"),
    [
        ([], []),
        ([FINE], [ONE]),
        ([FINE, RENAMED], ["2 checks are fine; `scrubjay doctor --all` lists them"]),
        (
            [FINE, NOTED, RENAMED, BROKEN],
            [
                "problem  index    3 files behind",
                "                  do: run `scrubjay ingest`",
                "note     backups  none",
                "                  → `scrubjay backup DIR` creates one",
                "2 other checks are fine; `scrubjay doctor --all` lists them",
            ],
        ),
    ],
)  # fmt: skip
def test_problems_come_first_and_what_is_fine_is_counted(checks: list[Check], lines: list[str]) -> None:
    assert list(finding_lines(checks)) == lines


def test_all_of_them_are_listed_with_the_names_for_people() -> None:
    assert list(finding_lines([FINE, RENAMED, BROKEN], every=True)) == [
        "problem  index       3 files behind",
        "                     do: run `scrubjay ingest`",
        "ok       git         2.47",
        "ok       duplicates  none",
    ]

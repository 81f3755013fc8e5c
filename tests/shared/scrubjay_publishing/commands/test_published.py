"""What the command line says of a memory that stands in the repository: where, and what git still says at its end."""

import json
from typing import Any

import pytest

from tests.shared.cli.test_json import compare
from tests.shared.cli.test_memories import kept

pytestmark = pytest.mark.story

PATH = ".agent/memory/van.md"
CLAIM = "The van of gate nine leaves at seven with parcels from hall two."


@pytest.fixture
def published(ready: Any, magpie: Any) -> str:
    """A memory whose file was merged."""
    id = kept(ready, CLAIM)
    magpie.commit("published", {PATH: f"---\nid: {id}\n---\n\n# Van\n\n{CLAIM}\n"})
    assert ready("ingest").code == 0
    return id


def test_it_is_told_where_a_memory_is_published(ready: Any, published: str) -> None:
    assert f"- published at {PATH} @ " in ready("provenance", published).out
    assert json.loads(ready("provenance", published, "--json").out)["now"]["published"].startswith(
        f"published at {PATH}"
    )
    listed = ready("memories").out
    assert published[:12] not in listed
    assert "1 published memory shown as documents: `scrubjay memories --published`" in listed
    assert "1 published memory" not in ready("memories", "--kind", "incident").out
    assert "1 published memory is a document here" in ready("search", "van of gate nine", "--kind", "memory").out
    assert f"published at {PATH}" in ready("memories", "--published").out
    found = ready("search", "van of gate nine").out
    assert f"published memory {published[:12]}" in found
    assert "**memory**" not in found


def test_a_file_that_people_edited_is_listed_until_a_memory_says_the_same(
    ready: Any, magpie: Any, published: str
) -> None:
    assert ready("rot").code == 0
    magpie.commit("reworded", {PATH: f"---\nid: {published}\n---\n\n# Van\n\nNothing leaves from here any more.\n"})
    assert ready("ingest").code == 0
    listed = ready("rot")
    assert (listed.code, f"- {published[:12]} {PATH}: says something else" in listed.out) == (1, True), listed.out
    found = json.loads(printed := ready("rot", "--json").out)
    compare("rot", printed)
    assert found["edited"] == [{"path": PATH, "memory": published, "says": False}]
    assert ready("update", published, "Nothing leaves from here any more.").code == 0
    assert json.loads(ready("rot", "--json").out)["edited"] == []


def test_who_ends_it_is_told_what_git_still_says(ready: Any, published: str) -> None:
    assert f"note: {PATH} still says it in git" in ready("update", published, "The van leaves at eight.").out
    assert f"note: {PATH} still says it in git" in ready("forget", published, "--yes").out

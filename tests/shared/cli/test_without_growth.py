"""The core without publishing and growth, and the rest without each: what is off is left out, and named if asked."""

import json
from pathlib import Path
from typing import Any

import pytest

from scrubjay.extensions.builtin import BUILT_IN
from tests.shared.cli.test_json import compare
from tests.shared.cli.test_memories import kept

pytestmark = pytest.mark.story

PATH = ".agent/memory/van.md"
CLAIM = "The van of gate nine leaves at seven with parcels from hall two."


@pytest.fixture
def id(ready: Any, magpie: Any, environment: dict[str, str]) -> str:
    """A memory whose file was merged, in a home whose user wants neither extension."""
    (Path(environment["SCRUBJAY_HOME"]) / "config.yaml").write_text("extensions: {publishing: off, growth: off}\n")
    id = kept(ready, CLAIM)
    magpie.commit("published", {PATH: f"---\nid: {id}\n---\n\n# Van\n\n{CLAIM}\n"})
    assert ready("ingest").code == 0
    return id


def test_a_memory_is_found_beside_the_file_that_says_the_same(ready: Any, id: str) -> None:
    found = ready("search", "van of gate nine").out
    assert "**memory**" in found
    assert f"{PATH}:1" in found
    assert "published memory" not in found
    assert "published memory" not in ready("search", "van of gate nine", "--kind", "memory").out


def test_it_is_listed_and_explained_as_one_that_never_left_the_home(ready: Any, id: str) -> None:
    (row,) = json.loads(printed := ready("memories", "--json").out)["memories"]
    compare("memories", printed)
    assert (row["id"], row["published"]) == (id, "")
    assert json.loads(ready("memories", "--published", "--json").out)["memories"] == []
    assert json.loads(ready("provenance", id, "--json").out)["now"]["published"] == ""
    assert json.loads(ready("rot", "--json").out)["edited"] == []


def test_nothing_is_proposed_and_a_review_of_proposals_says_why(ready: Any, id: str, trusted: Path) -> None:
    trusted.write_text(f"{trusted.read_text()}extensions: {{publishing: off, growth: off}}\n")
    assert json.loads(ready("review", "--json").out)["proposed"] == []
    refused = ready("review", "promote", id)
    assert refused.code == 1
    assert "no extension that does so is on" in refused.err


def test_doctor_status_and_the_briefing_are_whole(ready: Any, id: str) -> None:
    checks = json.loads(ready("doctor", "--json", "--quick").out)["checks"]
    assert [check["name"] for check in checks if not check["ok"]] == []
    assert "proposed" not in ready("status").out
    assert CLAIM in ready("session", "init").out


def test_the_commands_say_that_they_are_off(ready: Any, id: str) -> None:
    for name in ("publish", "promotion", "procedure", "consolidate"):
        refused = ready(name, "--help")
        assert (refused.code, "which isn't on" in refused.err) == (2, True), name


@pytest.mark.parametrize("off", [one.name for one in BUILT_IN])
def test_what_others_would_show_of_an_extension_that_is_off_is_left_out(
    ready: Any, environment: dict[str, str], off: str
) -> None:
    kept(ready, CLAIM)
    (Path(environment["SCRUBJAY_HOME"]) / "config.yaml").write_text(f"extensions: {{{off}: off}}\n")
    words = [("status",), ("review", "--json"), ("audit", "show"), ("ingest",)]
    words += [("report", "--json")] if off != "ui" else []
    words += [("consolidate",)] if off != "growth" else []
    for command in words:
        done = ready(*command)
        assert (done.code, done.err if done.code else "") == (0, ""), command

"""`scrubjay stores`: what is listed, what a replay says and stores, and who may."""

import json
from pathlib import Path

import pytest

from scrubjay.app import Workspace
from scrubjay.errors import UsageError
from scrubjay_stores.commands import _alone, _seen
from tests.shared.cli.conftest import Scrubjay
from tests.shared.scrubjay_stores.conftest import MemoryStore

TEXTS = ("Owls carry parcels below two kilograms.", "The north tower stores letters.")


@pytest.fixture
def exports(ready: Scrubjay, trusted: Path, tmp_path: Path) -> Path:
    """An export of two memories, a store of the settings, in a home that has them no more."""
    for text in TEXTS:
        assert ready("remember", text).code == 0
    file = tmp_path / "old.jsonl"
    assert ready("export", str(file)).code == 0
    for line in json.loads(ready("memories", "--json").out)["memories"]:
        assert ready("forget", line["id"], "--yes").code == 0
    ready.at(ready.folder)
    with trusted.open("a") as stream:
        stream.write(f"stores:\n  places:\n    old: {{kind: file, path: {file}}}\n")
    return file


def test_each_store_is_listed_with_what_it_holds(ready: Scrubjay, exports: Path) -> None:
    stores = json.loads(ready("stores", "list", "--json").out)["stores"]
    assert [(one["name"], one["kind"], one["memories"], one["read_only"]) for one in stores] == [
        ("home", "home", 0, False),
        ("old", "file", 2, True),
    ]
    assert all(one["reachable"] and one["searched"] for one in stores)
    assert "old" in ready("stores", "list").out


def test_a_store_that_fails_is_named_and_the_others_are_listed(ready: Scrubjay, exports: Path) -> None:
    exports.unlink()
    told = ready("stores", "list")
    assert told.code == 1
    assert "home" in told.out
    assert "warning: old: " in told.err or "old (" in told.err


class Broken(MemoryStore):
    def count(self) -> tuple[int, bool]:
        raise ValueError("a fault of a library")


def test_a_store_whose_client_breaks_is_named_too(worktree: Workspace) -> None:
    row = _seen(Broken("left"), worktree)
    assert (row["reachable"], row["memories"], row["error"]) == (False, None, "its client failed (ValueError)")


def test_a_replay_says_what_came_and_what_was_lost_on_the_way(ready: Scrubjay, exports: Path) -> None:
    dry = json.loads(ready("stores", "replay", "--from", "old", "--to", "home", "--dry-run", "--json").out)
    assert (dry["known"], dry["dry_run"]) == (2, True)  # forgotten here: they aren't brought back


def test_what_the_export_of_another_home_has_is_brought_once(
    ready: Scrubjay, exports: Path, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    config = (Path(environment["SCRUBJAY_HOME"]) / "config.yaml").read_text()
    monkeypatch.setenv("SCRUBJAY_HOME", str(other))
    from tests.trusting import trust_scripts

    trust_scripts(other).write_text(config)
    assert ready("init", "--yes").code == 0
    replay = ("stores", "replay", "--from", "old", "--to", "home", "--yes")
    told = ready(*replay)
    assert told.code == 0, told.err
    assert "2 new in home, 0 known there" in told.out
    assert "not carried over: date of 2" in told.out
    assert "0 new in home, 2 known there" in ready(*replay).out
    assert TEXTS[0] in ready("search", "owls parcels").out


def test_only_a_person_may_bring_memories(ready: Scrubjay) -> None:
    told = ready("stores", "replay", "--from", "home", "--to", "home", "--yes")
    assert told.code == 2
    assert "Only a person may replay memories" in told.err


def test_a_name_that_is_none_names_those_there_are(ready: Scrubjay, trusted: Path) -> None:
    told = ready("stores", "replay", "--from", "nowhere", "--to", "home", "--yes")
    assert "no store 'nowhere'" in told.err
    assert "This home is in no team" in ready("stores", "replay", "--from", "team", "--to", "home", "--yes").err


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("home: {kind: file, path: /tmp/x}", "is there already"),
        ("a: {kind: mem0}", "has a space"),
        ("a: {kind: file}", "has a path"),
        ("a: {kind: zep, space: s, url: 'http://zep.example.org'}", "plain http"),
        ("a: {kind: zep, space: s, key_env: A, key_file: b}", "not in both"),
        ("a: {kind: zep, space: s, key: secret}", "unknown key"),
    ],
)
def test_a_wrong_section_is_named_with_its_line(ready: Scrubjay, trusted: Path, line: str, why: str) -> None:
    with trusted.open("a") as stream:
        stream.write(f"stores:\n  places:\n    {line}\n")
    told = ready("stores", "list")
    assert told.code == 2
    assert why in told.err
    assert "config.yaml" in told.err
    assert "secret" not in told.err


def test_two_replays_to_one_store_at_once_are_one_too_many(tmp_path: Path) -> None:
    with _alone(tmp_path, "desk"):
        with _alone(tmp_path, "other"):
            pass
        with pytest.raises(UsageError, match="Another replay to desk"), _alone(tmp_path, "desk"):
            pass
    with _alone(tmp_path, "desk"):
        pass

"""`scrubjay sync`: two homes, one remote; agents and scripts are given the line to type."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scrubjay.identity.person.facts import ProcessFacts
from tests import persons
from tests.shared.cli.conftest import Scrubjay
from tests.shared.cli.test_json import documented
from tests.trusting import trust_scripts

pytestmark = pytest.mark.story

PERSON = ProcessFacts(terminal=True, foreground=True, ancestors=(("zsh",), ("sshd",)), device="/dev/pts/7")


@pytest.fixture
def remote(tmp_path: Path) -> str:
    """A private repository in a folder."""
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "remote.git")], check=True)
    return str(tmp_path / "remote.git")


def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scrubjay: Scrubjay) -> None:
    """From here on another machine: a home of its own."""
    home = tmp_path / "second"
    home.mkdir(mode=0o700)
    trust_scripts(home)
    monkeypatch.setenv("SCRUBJAY_HOME", str(home))
    assert scrubjay("init", "--yes").code == 0


def test_what_is_told_on_one_machine_is_found_on_another(
    ready: Scrubjay, trusted: Path, remote: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_script, ready.facts = ready.facts, PERSON
    assert ready("remember", "I prefer tabs.", "--scope", "user").code == 0
    ready.facts = a_script
    assert ready("sync", "status").out.startswith("never synced")
    dry = ready("sync", remote, "--machine", "desk", "--dry-run")
    assert (dry.code, dry.out.strip()) == (0, "would read 0 memories and send 1 memory; nothing was changed"), dry.err
    made = ready("sync", remote, "--machine", "desk", "--json")
    assert set(json.loads(made.out)) == {key.removesuffix("[]") for key in documented("sync")}
    assert json.loads(made.out)["sent"] == 1
    shown = ready("sync", "key", "--show").out
    status = ready("sync", "status", "--json").out
    assert set(json.loads(status)) == {key.removesuffix("[]") for key in documented("sync status")}
    elsewhere(tmp_path, monkeypatch, ready)
    refused = ready("sync", remote, "--machine", "laptop")
    assert refused.code == 1
    assert "scrubjay sync key --import -" in refused.err
    (tmp_path / "key.txt").write_text(shown, encoding="utf-8")
    assert ready("sync", "key", "--import", str(tmp_path / "key.txt")).code == 0
    brought = ready("sync", remote, "--machine", "laptop")
    assert brought.out.startswith("1 new memory, 0 changed, 0 forgotten; 0 sent"), brought.err
    found = ready("search", "tabs", "--kind", "memory").out
    assert "I prefer tabs" in found
    assert " on desk, 20" in found
    assert [line for line in ready("status").out.splitlines() if line.startswith("sync") and "1 other machine" in line]
    status = ready("sync", "status").out
    assert "as laptop; 0 memories changed here since" in status
    assert "desk" in status
    subprocess.run(["git", "-C", remote, "update-ref", "-d", "refs/scrubjay/desk"], check=True)
    lost = ready("sync")
    assert (lost.code, "desk: the remote has it no more" in lost.err) == (1, True)
    assert "scrubjay sync forget-machine desk" in lost.err
    assert ready("sync", "forget-machine", "laptop").code == 2, "this machine"
    assert ready("sync", "forget-machine", "desk", "--json").code == 0
    assert ready("sync").code == 0
    assert "desk (gone)" in ready("sync", "status").out


@pytest.mark.parametrize(
    "arguments", [("REMOTE",), (), ("key",), ("key", "--show"), ("key", "--import", "-"), ("forget-machine", "desk")]
)
def test_only_a_person_syncs_or_sees_the_key(ready: Scrubjay, remote: str, arguments: tuple[str, ...]) -> None:
    given = [remote if word == "REMOTE" else word for word in arguments]
    done = ready("sync", *given)
    assert done.code == 2
    assert "scrubjay sync" in done.err
    assert not list(Path(os.environ["SCRUBJAY_HOME"]).glob("sync"))


@pytest.mark.parametrize("arguments", [(), ("ext::sh -c touch% x",), ("x", "--machine", "../up")])
def test_what_is_no_remote_and_no_name_is_refused(ready: Scrubjay, trusted: Path, arguments: tuple[str, ...]) -> None:
    assert ready("sync", *arguments).code == 2


def test_sync_works_outside_a_repository(anywhere: Any, trusted: Path, remote: str, tmp_path: Path) -> None:
    done = anywhere(tmp_path)("sync", remote, "--machine", "desk")
    assert (done.code, done.out.strip()) == (0, "0 new memories, 0 changed, 0 forgotten; 0 sent (0.0 kB)"), done.err


def test_a_person_is_shown_where_their_memories_go_before_anything_leaves(ready: Scrubjay, remote: str) -> None:
    asked = persons.scrubjay(ready.folder, os.environ, "sync", remote, "--machine", "desk", keys=[("[y/n]", "n")])
    assert asked.code == 1, asked.said
    assert "Your own memories, those of scope user, go to" in asked.said
    assert not (Path(os.environ["SCRUBJAY_HOME"]) / "sync" / "key").exists()
    agreed = persons.scrubjay(ready.folder, os.environ, "sync", remote, "--machine", "desk", keys=[("[y/n]", "y")])
    assert agreed.code == 0, agreed.said
    again = persons.scrubjay(ready.folder, os.environ, "sync", keys=[])
    assert again.code == 0, again.said

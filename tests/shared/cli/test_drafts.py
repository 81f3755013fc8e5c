"""scrubjay memories edit: whatever goes wrong, nothing that a person typed is lost, and nobody else gets an editor."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests import persons
from tests.persons import Ended


@pytest.fixture
def door(ready: Any, by_hand: Any) -> str:
    """The id of a memory that a person told."""
    id = json.loads(by_hand("remember", "The shop has one door.", "--json").out)["id"]
    by_hand.facts = type(by_hand.facts)()
    return str(id)


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the editor to a script over the file "$1", which notes that it was started."""

    def use(body: str) -> None:
        program = tmp_path / "editor"
        program.write_text(f'#!/bin/sh\necho started >> "{tmp_path}/started"\n{body}\n', encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setenv("EDITOR", str(program))
        monkeypatch.delenv("VISUAL", raising=False)

    return use


def edit(ready: Any, id: str, *keys: tuple[str, str]) -> Ended:
    return persons.scrubjay(ready.folder, os.environ, "memories", "edit", id, keys=keys)


def drafts() -> list[Path]:
    return sorted((Path(os.environ["SCRUBJAY_HOME"]) / "drafts").glob("*"))


def content(ready: Any) -> str:
    (one,) = json.loads(ready("memories", "--json").out)["memories"]
    return str(one["content"])


TYPED = "The shop has two doors."
WORDS = f"s/^The shop.*/{TYPED}/"

WRONG = [
    (f"sed -i -e '{WORDS}' -e 's/^kind:.*/kind: gossip/' \"$1\"", "kind 'gossip' is unknown"),
    (f"sed -i -e '{WORDS}' -e 's/^tags:.*/tags: two words/' \"$1\"", "two words"),
    (f"echo '{TYPED}' > \"$1\"", "Keep the fields between the lines ---"),
    (f"sed -i '{WORDS}' \"$1\"; head -c 10001 /dev/zero | tr '\\0' x >> \"$1\"", "10,000 characters"),
    (f"sed -i '{WORDS}' \"$1\"; exit 7", "ended with exit code 7"),
    (f"sed -i '{WORDS}' \"$1\"; printf '\\351' >> \"$1\"", "isn't encoded in UTF-8"),
]


@pytest.mark.parametrize(("body", "said"), WRONG, ids=[said for _, said in WRONG])
def test_what_cant_be_taken_is_said_before_any_question_and_stays_as_a_draft(
    ready: Any, door: str, editor: Any, body: str, said: str
) -> None:
    editor(body)
    ended = edit(ready, door, ("Open it again?", "n"))
    assert (ended.code, said in ended.said, "Change it?" in ended.said) == (2, True, False), ended.said
    assert "unexpected error" not in ended.said
    (draft,) = drafts()
    assert str(draft) in ended.said
    assert TYPED.encode() in draft.read_bytes()
    assert content(ready) == "The shop has one door."


def test_a_draft_is_gone_on_with_until_it_is_taken(ready: Any, door: str, editor: Any) -> None:
    editor(f"sed -i -e '{WORDS}' -e 's/^kind:.*/kind: gossip/' \"$1\"")
    assert edit(ready, door, ("Open it again?", "n")).code == 2
    editor("sed -i 's/^kind:.*/kind: fact/' \"$1\"")
    no = edit(ready, door, ("Change it?", "n"))
    assert (no.code, len(drafts())) == (1, 1)
    editor("true")
    assert edit(ready, door, ("Change it?", "y")).code == 0
    assert (content(ready), drafts()) == (TYPED, [])


def test_it_is_opened_again_where_the_person_wants_that(ready: Any, door: str, editor: Any, tmp_path: Path) -> None:
    once = f'[ "$(wc -l < "{tmp_path}/started")" -gt 1 ] || exit 1'
    editor(f"sed -i '{WORDS}' \"$1\"; {once}")
    assert edit(ready, door, ("Open it again?", "y"), ("Change it?", "y")).code == 0
    assert (content(ready), drafts()) == (TYPED, [])


def test_ctrl_c_at_the_question_keeps_the_draft_and_says_where(ready: Any, door: str, editor: Any) -> None:
    editor(f"sed -i '{WORDS}' \"$1\"")
    ended = edit(ready, door, ("Change it?", "\x03"))
    (draft,) = drafts()
    assert f"your text is kept in {draft}" in ended.said
    assert content(ready) == "The shop has one door."


@pytest.mark.parametrize("body", ["exit 1", 'rm "$1"', "true", ': > "$1"'])
def test_where_nothing_was_typed_nothing_stays(ready: Any, door: str, editor: Any, body: str) -> None:
    editor(body)
    assert edit(ready, door, ("Open it again?", "n")).code in (1, 2)
    assert (content(ready), drafts()) == ("The shop has one door.", [])


def test_no_editor_opens_for_what_has_ended_nor_for_who_is_no_person(
    ready: Any, door: str, editor: Any, trusted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(f"sed -i '{WORDS}' \"$1\"")
    for agent in (False, True):
        if agent:
            monkeypatch.setenv("CLAUDECODE", "1")
        done = ready("memories", "edit", door)
        assert (done.code, done.out) == (2, "")
        assert f"scrubjay memories edit {door}" in done.err
    monkeypatch.delenv("CLAUDECODE")
    assert ready("update", door, "It never had one.", "--how", "retract").code == 0
    ended = edit(ready, door)
    assert (ended.code, "is retracted and can't be changed" in ended.said) == (1, True)
    assert not (tmp_path / "started").exists()


def test_what_is_forgotten_leaves_no_draft(ready: Any, door: str, editor: Any, trusted: Path) -> None:
    editor(f"sed -i '{WORDS}' \"$1\"; exit 7")
    assert edit(ready, door, ("Open it again?", "n")).code == 2
    assert len(drafts()) == 1
    assert ready("forget", door, "--yes").code == 0
    assert drafts() == []

"""At a terminal: questions are asked, tables are drawn, colours can be switched off."""

import contextlib
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests import forked, persons
from tests.shared.session.conversations.conftest import Transcript

pytestmark = pytest.mark.story

pty = pytest.importorskip("pty")


def at_a_terminal(arguments: list[str], answer: bytes = b"", **environment: str) -> tuple[int, str]:
    """Run `scrubjay …` with a terminal as its streams; returns exit code and everything that was shown."""
    master, slave = pty.openpty()
    variables = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120", **environment}
    status = forked.start({"arguments": arguments, "cwd": str(Path.cwd()), "env": variables}, (slave, slave, slave))
    os.close(slave)
    os.write(master, answer)
    shown = b""
    with contextlib.suppress(OSError):  # the last process has closed the terminal
        while part := os.read(master, 4096):
            shown += part
    os.close(master)
    return forked.ended(status), shown.decode("utf-8", "replace").replace("\r\n", "\n")


@pytest.mark.parametrize(("key", "code"), [("n", 1), ("\x03", 130)])
def test_init_asks_and_a_no_changes_nothing(
    scrubjay: Any, magpie: Any, account: Path, tmp_path: Path, key: str, code: int
) -> None:
    ended = persons.scrubjay(magpie.path, os.environ, "init", keys=[("Continue? [y/n]", key)])
    assert (ended.code, ended.said.rstrip().endswith("Nothing was changed.")) == (code, True), ended.said
    assert not (tmp_path / "home").exists()
    assert not (account / ".claude.json").exists()


def test_init_goes_on_after_a_yes(scrubjay: Any, magpie: Any) -> None:
    ended = persons.scrubjay(magpie.path, os.environ, "init", keys=[("Continue? [y/n]", "y")])
    assert ended.code == 0
    assert "searchable: 3 files" in ended.said


@pytest.mark.parametrize("answer", ["y", "n"])
def test_init_asks_once_whether_conversations_are_kept(
    scrubjay: Any, magpie: Any, account: Path, tmp_path: Path, answer: str
) -> None:
    Transcript(account / ".claude", magpie.path).says("user", "Where do owls sleep?")
    keys = [("Continue? [y/n]", "y"), ("Store conversations? [y/n]", answer)]
    ended = persons.scrubjay(magpie.path, os.environ, "init", keys=keys)
    assert ended.code == 0
    assert "1 transcript of this repository" in ended.said
    kept = (tmp_path / "home/config.yaml").read_text()
    assert kept == f"conversations:\n  index: {'true' if answer == 'y' else 'false'}\n"
    again = persons.scrubjay(magpie.path, os.environ, "init", keys=[("Continue? [y/n]", "y")])
    assert "Store conversations?" not in again.said


def test_forgetting_a_project_is_asked_of_a_person(ready: Any, tmp_path: Path) -> None:
    id = ready("project", "list").out.splitlines()[1].split()[0]
    forget = ("project", "forget", id)
    ended = persons.scrubjay(tmp_path, os.environ, *forget, keys=[("Delete it? [y/n]", "n")])
    assert (ended.code, "Nothing was changed." in ended.said) == (1, True)
    assert list((tmp_path / "home/projects").iterdir())
    assert persons.scrubjay(tmp_path, os.environ, *forget, keys=[("Delete it? [y/n]", "y")]).code == 0
    assert not list((tmp_path / "home/projects").iterdir())


def test_a_table_is_drawn_and_no_color_is_respected(ready: Any) -> None:
    _, coloured = at_a_terminal(["project", "list"])
    _, bare = at_a_terminal(["project", "list"], NO_COLOR="1")
    assert "repo" in coloured
    assert "\x1b[1m" in coloured
    assert "\x1b[3" not in bare


def test_a_search_shows_words_that_stand_out_and_sources_that_open(ready: Any, magpie: Any) -> None:
    code, shown = at_a_terminal(["--repo", str(magpie.path), "search", "parcels stored"])
    assert code == 0
    assert "\x1b[1;33mParcels\x1b[0m" in shown
    file = magpie.path / "docs/decisions/0002-use-sqlite.md"
    assert re.search(rf"\x1b\]8;id=\d+;{re.escape(file.as_uri())}#\d+\x1b\\", shown)


@pytest.mark.parametrize("quiet", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_without_colour_a_search_is_plain(ready: Any, magpie: Any, quiet: dict[str, Any]) -> None:
    code, shown = at_a_terminal(["--repo", str(magpie.path), "search", "parcels stored"], **quiet)
    assert code == 0
    assert "\x1b" not in shown
    assert "0002-use-sqlite.md" in shown


def bare(shown: str) -> str:
    """What was shown, without colours and links."""
    return re.sub(r"\x1b\][^\\]*\\|\x1b\[[\d;]*m", "", shown)


def test_a_narrow_terminal_loses_no_word_of_whole_passages(ready: Any, magpie: Any) -> None:
    _, shown = at_a_terminal(["--repo", str(magpie.path), "search", "--full", "parcels stored"], COLUMNS="20")
    plain = bare(shown)
    assert max(len(line.rstrip()) for line in plain.splitlines()) <= 20
    assert "SQLite, because one" in " ".join(plain.split())


def blocks(shown: str) -> list[list[str]]:
    """The hits of a search at a terminal, each with its lines; the first line and the last are no hits."""
    return [block.splitlines() for block in bare(shown).strip().split("\n\n")[1:-1]]


@pytest.mark.parametrize("look", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_search_shows_three_hits_of_six_lines_in_a_hundred_columns(
    ready: Any, magpie: Any, look: dict[str, Any]
) -> None:
    long = "".join(
        f"- **Parcel {n}** is stored in `depot {n}` and weighed, {'again and ' * 9}again.\n" for n in range(30)
    )
    magpie.commit("long", files={f"docs/depot{n}.md": f"# Depot {n}\n\n{long}" for n in range(5)})
    ready("ingest")
    search = ["--repo", str(magpie.path), "search", "parcels stored in a depot"]
    code, shown = at_a_terminal(search, COLUMNS="200", **look)
    assert code == 0
    assert [len(block) <= 6 for block in blocks(shown)] == [True] * 3
    assert max(len(line) for line in bare(shown).splitlines()) <= 100
    assert "**" not in bare(shown)
    assert "--full" in shown.strip().splitlines()[-1]
    _, more = at_a_terminal([*search, "--limit", "5"], COLUMNS="200", **look)
    assert len(blocks(more)) == 5
    _, whole = at_a_terminal([*search, "--full"], COLUMNS="200", **look)
    assert len(bare(whole)) > 2 * len(bare(shown))
    piped = ready("search", "parcels stored in a depot")
    assert piped.out.count("\n**docs/") == 8
    assert "**Parcel" in piped.out
    assert len(json.loads(ready("search", "parcels stored in a depot", "--json").out)["results"]) == 8


def test_a_document_cannot_drive_the_terminal_or_turn_its_text(ready: Any, magpie: Any) -> None:
    magpie.commit(
        "odd", files={"odd.md": "# Odd\n\nzebra \x1b[2J \x1b]0;owned\x07 \u202egnorw\u202c [red]zebra[/red]\n"}
    )
    _, shown = at_a_terminal(["--repo", str(magpie.path), "search", "zebra"])
    assert "\x1b[2J" not in shown
    assert "\x1b]0;" not in shown
    assert "\u202e" not in shown
    assert "\\u202e" in shown
    assert "[red]" in shown


def test_status_is_one_screen(ready: Any, magpie: Any) -> None:
    code, shown = at_a_terminal(["--repo", str(magpie.path), "status"])
    assert code == 0
    assert "\x1b[32mnothing needs you" in shown
    assert shown.count("\n") < 24

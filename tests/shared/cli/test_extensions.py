"""`scrubjay extensions`: what is on, what isn't and why; the command of one that is off says so."""

import json
from pathlib import Path
from typing import Any

import pytest

from scrubjay.cli.commands import COMMANDS
from scrubjay.cli.offered import offered
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.storage.database import Database
from tests import persons
from tests.shared.extensions.conftest import Acme
from tests.shared.extensions.conftest import acme as acme


@pytest.fixture
def file(environment: dict[str, str]) -> Path:
    home = Path(environment["SCRUBJAY_HOME"])
    home.mkdir(exist_ok=True)
    return home / "config.yaml"


def listed(scrubjay: Any) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in json.loads(scrubjay("extensions", "--json").out)["extensions"]}


def test_all_of_ours_are_listed_with_their_state(scrubjay: Any) -> None:
    found = listed(scrubjay)
    assert {one.name for one in BUILT_IN} <= found.keys()
    assert {one["state"] for one in found.values() if one["distribution"] == "scrubjay"} == {"on"}
    assert "command graph, toolset graph" in scrubjay("extensions").out


def test_what_they_provide_is_listed_in_words_and_for_scripts_by_kinds(scrubjay: Any) -> None:
    assert "history source" in scrubjay("extensions", "show", "forges").out
    assert "history_source" not in scrubjay("extensions").out + scrubjay("extensions", "show", "forges").out
    assert "history_source" in json.loads(scrubjay("extensions", "show", "forges", "--json").out)["provides"]


def test_one_that_the_user_switches_off_is_off_and_its_command_says_so(scrubjay: Any, file: Path) -> None:
    file.write_text("extensions: {graph: off}\n")
    assert listed(scrubjay)["graph"]["state"] == "off"
    assert "\n  graph " not in scrubjay("--help").out
    done = scrubjay("graph", "around", "README.md")
    assert done.code == 2
    assert "graph belongs to the extension graph, which isn't on: the user's file says off." in done.err
    assert "`scrubjay extensions enable graph`" in done.err


@pytest.mark.parametrize("name", [one.name for one in BUILT_IN])
def test_without_one_of_ours_the_table_lacks_its_commands_and_no_others(tmp_path: Path, name: str) -> None:
    (tmp_path / "config.yaml").write_text(f"extensions: {{{name}: off}}\n")
    table = offered(tmp_path)
    assert table == tuple(command for command in COMMANDS if command.extension != name)


def test_one_that_nobody_knows_is_named(scrubjay: Any) -> None:
    assert scrubjay("extensions", "show", "nothing").code != 0
    assert "There is no extension 'nothing'" in scrubjay("extensions", "show", "nothing").err


def test_one_that_is_named_and_not_installed_is_refused_in_the_list_and_by_doctor(scrubjay: Any, file: Path) -> None:
    file.write_text("extensions: {acme: on}\nacme:\n  token: here\n")
    assert listed(scrubjay)["acme"]["state"] == "refused"
    checks = json.loads(scrubjay("doctor", "--quick", "--json").out)["checks"]
    problems = {check["name"]: check["found"] for check in checks if check["name"].startswith("extension")}
    assert problems["extension acme"].startswith("refused: nobody looked at it on this machine")
    assert problems["extension settings"] == "the section acme isn't read: its extension isn't on"


def test_a_person_switches_one_off_and_on_and_the_rest_of_the_file_stays(
    ready: Any, environment: dict[str, str], file: Path
) -> None:
    file.write_text("# mine\nuser:\n  id: ada\n")
    where = (ready.folder, environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"})
    off = persons.scrubjay(*where, "extensions", "disable", "bench", keys=[("Disable bench?", "y")])
    assert (off.code, "bench is off." in off.said) == (0, True), off.said
    assert file.read_text() == "# mine\nuser:\n  id: ada\nextensions:\n  bench: off\n"
    on = persons.scrubjay(*where, "extensions", "enable", "bench", keys=[("Enable bench?", "y")])
    assert (on.code, "bench is on." in on.said) == (0, True), on.said
    assert listed(ready)["bench"]["state"] == "on"
    shown = ready("audit", "show", "--scope", "user").out
    assert "disable extension" in shown
    assert "enable extension" in shown


def test_whoever_does_not_agree_changes_nothing(ready: Any, environment: dict[str, str], file: Path) -> None:
    where = (ready.folder, environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"})
    off = persons.scrubjay(*where, "extensions", "disable", "bench", keys=[("Disable bench?", "n")])
    assert (off.code, file.is_file()) == (1, False), off.said


PARSER = """
from scrubjay.model.outline import Heading, Outline
class Cfg:
    suffixes = ("cfg",)
    def outline(self, text):
        {body}
"""


def with_parser(acme: Acme, home: Path, body: str) -> None:
    manifest = (
        "from scrubjay.extensions.manifest import Extension, Provide\n"
        'parser = Provide("parser", "acme_notes.work:Cfg")\n'
        'extension = Extension(name="acme", summary="x", provides=(parser,))\n'
    )
    acme.home = home
    acme.write(manifest, PARSER.format(body=body))
    acme.enable()


def cut_by_it(home: Path) -> list[str]:
    (file,) = home.glob("projects/*/knowledge.db")
    with Database(file, "knowledge") as knowledge:
        rows = knowledge.read(lambda c: c.execute("SELECT title FROM content WHERE format LIKE 'parsed:%'").fetchall())
    return [row["title"] for row in rows]


def test_switched_off_ours_read_its_files_again_and_forgotten_nothing_is_left(
    ready: Any, magpie: Any, environment: dict[str, str], acme: Acme
) -> None:
    home = Path(environment["SCRUBJAY_HOME"])
    with_parser(acme, home, "return Outline((Heading(2, 1, 'The gate'),), ())")
    magpie.commit("cfg", {"docs/gate.cfg": "[a]\nturnips are weighed\n"})
    (home / "config.yaml").write_text("ingestion: {include: ['**/*.cfg']}\nextensions:\n  acme: on\n")

    def title() -> str:
        assert ready("ingest").code == 0
        (hit,) = json.loads(ready("search", "turnips", "--json").out)["results"]
        return str(hit["title"])

    assert title() == "The gate"
    where = (ready.folder, environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"})
    off = persons.scrubjay(*where, "extensions", "disable", "acme", keys=[("Disable acme?", "y")])
    assert off.code == 0, off.said
    assert title() == "[a]"
    assert cut_by_it(home) == ["The gate"]
    gone = persons.scrubjay(*where, "extensions", "forget", "acme", keys=[("Forget acme?", "y")])
    assert "0 files deleted, 1 text dropped" in gone.said
    assert cut_by_it(home) == []
    assert title() == "[a]"


def test_a_file_that_ends_its_parser_is_plain_text_and_one_that_it_did_not_see_is_read_later(
    ready: Any, magpie: Any, environment: dict[str, str], acme: Acme
) -> None:
    home = Path(environment["SCRUBJAY_HOME"])
    with_parser(
        acme, home, "import os; 'ENDS' in text and os._exit(3)\n        return Outline((Heading(1, 1, 'Gate'),), ())"
    )
    magpie.commit("cfg", {f"docs/{n}.cfg": f"[{n}]\nturnips {'ENDS' if n < 2 else 'grow'}\n" for n in range(4)})
    assert json.loads(ready("ingest", "--json").out)["behind"] == 2
    assert "ended with code 3; not asked again" in listed(ready)["acme"]["last_error"]
    assert json.loads(ready("ingest", "--json").out)["behind"] == 0
    found = json.loads(ready("search", "turnips", "--json").out)["results"]
    assert sorted(hit["title"] for hit in found) == ["Gate", "Gate", "[0]", "[1]"]


def test_what_its_command_prints_is_bounded_and_masked_and_so_is_its_check(
    ready: Any, environment: dict[str, str], acme: Acme
) -> None:
    key = "AKIA" + "IOSFODNN7" + "EXAMPLQ"
    acme.write(
        "from scrubjay.extensions.manifest import Command, Extension, Provide\n"
        'extension = Extension(name="acme", summary="x", provides=(Provide("check", "acme_notes.work:check"),),\n'
        '    commands={"acme": Command("acme_notes.work:greet", "Greet somebody")})\n',
        "from itertools import repeat\nfrom scrubjay.model.check import Check\n"
        f"def greet(host):\n    return repeat('hello {key}')\n"
        f"def check(host):\n    return repeat(Check('x', True, '{key}', ''))\n",
    )
    acme.enable()
    said = ready("acme").out
    assert ("hello" in said, key in said, len(said) < 500_000) == (True, False, True)
    checks = json.loads(ready("doctor", "--quick", "--json").out)["checks"]
    found = [check["found"] for check in checks if check["name"] == "acme: x"]
    assert (len(found), key in found) == (100, False)

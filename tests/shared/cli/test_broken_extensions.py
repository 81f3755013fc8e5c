"""Somebody else's extension that is wrong, noisy or gone stops no command, and is named where it matters."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scrubjay.extensions.manifest import Provide
from scrubjay.extensions.records import last_error, read_records
from scrubjay.extensions.registry import ExtensionRegistry
from tests import persons
from tests.shared.extensions.conftest import MANIFEST, Acme

pytestmark = pytest.mark.story

PLAIN = 'from scrubjay.extensions.manifest import *\nextension = Extension(name="acme", summary="s", {})\n'
GREET = 'commands={"greet": Command("acme_notes.work:greet", "Greet")}'


@pytest.fixture
def acme(ready: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Acme]:
    """The package, installed and enabled, beside a project that is set up."""
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    made = Acme(tmp_path)
    made.install()
    made.enable()
    yield made
    made.forget_modules()


def listed(scrubjay: Any) -> dict[str, Any]:
    found = json.loads(scrubjay("extensions", "--json").out)["extensions"]
    return next(one for one in found if one["name"] == "acme")


def by_hand(ready: Any, acme: Acme, environment: dict[str, str], *words: str, key: str = "") -> persons.Ended:
    """What a person gets who types it, and y where the question comes."""
    command = [sys.executable, "-m", "scrubjay.cli.main", *words]
    path = os.pathsep.join([str(acme.packages), *sys.path])
    variables = environment | {"PYTHONPATH": path, "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    return persons.run(command, ready.folder, variables, keys=[(key, "y")] if key else [])


EVERYDAY = (
    ("--help",), ("status", "--json"), ("search", "parcels", "--json"), ("extensions", "--json"),
    ("extensions", "show", "acme", "--json"), ("ingest",), ("gc",),
)  # fmt: skip


@pytest.mark.parametrize(
    "fields", ["commands=[1, 2]", "provides=(1,)", 'protocol="1"', 'provides=(Provide("teleporter", "a:b"),)']
)
def test_a_manifest_that_went_wrong_while_it_is_on_stops_nothing(ready: Any, acme: Acme, fields: str) -> None:
    for words in EVERYDAY:
        acme.write(PLAIN.format(fields))
        done = ready(*words)
        assert done.code == 0, (words, done.err)
        assert "unexpected error" not in done.err
    assert listed(ready)["state"] == "refused"
    checks = json.loads(ready("doctor", "--quick", "--json").out)["checks"]
    (problem,) = [one["found"] for one in checks if one["name"] == "extension acme"]
    assert fields.partition("=")[0] in problem


@pytest.mark.parametrize(("verb", "key"), [("disable", "Disable acme?"), ("forget", "Forget acme?")])
def test_one_that_is_wrong_is_switched_off_and_forgotten(
    ready: Any, acme: Acme, environment: dict[str, str], verb: str, key: str
) -> None:
    acme.write(PLAIN.format("commands=[1, 2]"))
    done = by_hand(ready, acme, environment, "extensions", verb, "acme", key=key)
    assert done.code == 0, done.said
    assert ExtensionRegistry.of(acme.home).degraded == ()


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        (PLAIN.format("commands=[1, 2]"), "commands is a list and no Mapping"),
        (PLAIN.format('provides=(Provide("row_law", "a:b"),)'), "provides[0] is of the kind 'row_law'"),
        (PLAIN.format('settings="acme_notes.work:Gone"'), "settings: AttributeError"),
        (PLAIN.format(GREET), "commands['greet']: its parameter name: dict isn't of str"),
        (PLAIN.format("").replace("acme", "review"), "review is a section of the core's settings"),
    ],
)
def test_one_that_is_wrong_is_not_enabled(
    ready: Any, acme: Acme, environment: dict[str, str], manifest: str, said: str
) -> None:
    name = "review" if "review" in manifest else "acme"
    acme.write(manifest, "def greet(host, name: dict): return name\n")
    acme.install("review")
    (acme.home / "config.yaml").write_text("")
    asked = f"Enable {name}?" if said.startswith(("settings", "commands[", "review")) else ""
    done = by_hand(ready, acme, environment, "extensions", "enable", name, key=asked)
    assert (done.code, f"{name} 1.0 is refused: {said}" in done.said) == (2, True), done.said
    assert "unexpected" not in done.said
    assert (acme.home / "config.yaml").read_text() == ""


def test_a_part_that_is_missing_is_named_where_extensions_are_listed_and_by_doctor(ready: Any, acme: Acme) -> None:
    assert listed(ready)["reason"].startswith("provides[1]: AttributeError")
    acme.write(PLAIN.format('settings="acme_notes.work:Gone"'))
    checks = json.loads(ready("doctor", "--quick", "--json").out)["checks"]
    problems = [one["found"] for one in checks if one["name"] == "extension acme" and not one["ok"]]
    assert any("settings: AttributeError" in one for one in problems)
    assert len(checks) > len(problems) + 5


@pytest.mark.parametrize(
    "work",
    [
        "def check(home): 1 / 0\n",
        "def check(workspace): raise SystemExit(3)\n",
        "def check(host): return [7]\n",
        "from scrubjay.model.check import Check\ndef check(host): return [Check('a', True, object(), len)]\n",
        "from scrubjay.model.check import Check\ndef check(host): return [Check(None, True, '', '')]\n",
        "def check(host): raise BaseException('odd')\n",
        "check = 7\n",
    ],
)
def test_a_check_that_is_wrong_is_one_problem_and_doctor_goes_on(ready: Any, acme: Acme, work: str) -> None:
    acme.write(PLAIN.format('provides=(Provide("check", "acme_notes.work:check"),)'), work)
    checks = json.loads(ready("doctor", "--quick", "--json").out)["checks"]
    problems = [one for one in checks if one["name"] == "extension acme" and not one["ok"]]
    assert len(problems) == 1
    assert problems[0]["found"].startswith("degraded: acme: ")


NOISY = "print('NOISE')\nimport os, subprocess\nos.write(1, b'NOISE\\n')\nsubprocess.run(['echo', 'NOISE'])\n"
WORK = """
print('NOISE')
class Wiki:
    print('NOISE')
    kind = 'wiki'
    def texts(self):
        print('NOISE')
        return ()
class Org:
    suffixes = ('org',)
    def outline(self, text):
        print('NOISE')
        raise ValueError
class Ticket:
    def find(self, text):
        print('NOISE')
        return ()
    def resolve(self, target):
        return None
def check(host):
    print('NOISE')
    return ()
"""
PARTS = ", ".join(
    repr(Provide(kind, f"acme_notes.work:{name}"))
    for kind, name in [("source", "Wiki"), ("parser", "Org"), ("citation", "Ticket"), ("check", "check")]
)


@pytest.mark.parametrize(
    "words",
    [
        ("status", "--json"), ("search", "parcels", "--json"), ("doctor", "--quick", "--json"),
        ("extensions", "--json"), ("memories", "--json"), ("remember", "Parcels are heavy.", "--json"),
        ("search", "parcels", "--kind", "wiki", "--json"), ("rot", "--json"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_an_extension_prints_is_never_in_the_output_for_scripts(
    ready: Any, acme: Acme, environment: dict[str, str], words: tuple[str, ...]
) -> None:
    acme.write(NOISY + PLAIN.format(f"provides=({PARTS})"), WORK)
    done = subprocess.run(
        [sys.executable, "-m", "scrubjay.cli.main", "--repo", str(ready.folder), *words],
        capture_output=True, text=True, check=False,
        env=os.environ | environment | {"PYTHONPATH": os.pathsep.join([str(acme.packages), *sys.path])},
    )  # fmt: skip
    assert "NOISE" in done.stderr
    assert json.loads(done.stdout), done.stdout


def test_what_a_command_of_an_extension_prints_is_its_output(ready: Any, acme: Acme) -> None:
    acme.write(PLAIN.format(GREET), "print('NOISE')\ndef greet(host):\n    print('printed')\n    return 'returned'\n")
    done = ready("greet")
    assert (done.code, done.out) == (0, "printed\nreturned\n")
    assert done.err == "NOISE\n"


@pytest.mark.parametrize(
    "work",
    [
        "def greet(host): raise RuntimeError('boom')\n",
        "def greet(host): raise SystemExit(42)\n",
        "def greet(host): return [1 / 0 for _ in '1']\n",
        "def greet(host): return 7\n",
        "def greet(host, a: dict, *rest, **kw): return ''\n",
        "def greet(host, ctx: str = ''): return ''\n",
        "def greet(): return ''\n",
        "greet = 7\n",
        "1 / 0\n",
    ],
)
def test_a_command_that_fails_is_named_and_no_mistake_of_whoever_typed_it(ready: Any, acme: Acme, work: str) -> None:
    acme.write(PLAIN.format(GREET), work)
    done = ready("greet")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("error: degraded: acme: ")
    assert "`scrubjay extensions show acme`" in done.err


def test_an_extension_of_others_makes_none_of_ours_fail(ready: Any, acme: Acme) -> None:
    (acme.home / "extensions" / "forges.error").write_text("2026-01-01T00:00:00Z NotFound: sources asks for workspace")
    ready("search", "parcels")
    assert "last error: -" in ready("extensions", "show", "forges").out
    assert ready("gc").code == 0
    assert not (acme.home / "extensions" / "forges.error").exists()
    assert read_records(acme.home).keys() == {"acme"}


def test_enabling_one_again_forgets_its_last_error(ready: Any, acme: Acme, environment: dict[str, str]) -> None:
    acme.write(MANIFEST.replace('Provide("check", "acme_notes.work:missing")', ""))
    registry = ExtensionRegistry.of(acme.home)
    registry.failed("acme", ValueError("\udcff of a name"))
    assert "udcff" in last_error(acme.home, "acme")
    done = by_hand(ready, acme, environment, "extensions", "enable", "acme", key="Enable acme?")
    assert done.code == 0, done.said
    assert last_error(acme.home, "acme") == ""

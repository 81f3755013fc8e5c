"""Parsers of extensions: in a process apart and within limits; one that fails leaves what ours read."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from scrubjay.errors import ExtensionFailed
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.knowledge.chunking import chunk
from scrubjay.knowledge.documents.parsers import CPU_S, ParserProcess, further_parsers
from scrubjay.knowledge.documents.policy import NO_FURTHER_PARSERS, FurtherParsers
from scrubjay.knowledge.documents.selection import Selection
from scrubjay.knowledge.index.kinds import PARSED, kind_of
from scrubjay.model.view import Format
from tests.patience import PATIENCE_S
from tests.shared.extensions.conftest import Acme
from tests.shared.extensions.conftest import acme as acme

ORG = cast("Format", f"{PARSED}acme:1.0")
TEXT = "* Gate\n\nParcels are weighed.\n"
KEY = "AKIA" + "IOSFODNN7" + "EXAMPLQ"
MANIFEST = """
from scrubjay.extensions.manifest import Extension, Provide
extension = Extension(name="acme", summary="Acme's notes", provides=(Provide("parser", "acme_notes.work:Org"),))
"""
WORK = """
import os, time
from scrubjay.errors import LimitExceeded
from scrubjay.model.outline import Heading, Outline, TextBlock
class Org:
    suffixes = {suffixes}
    def outline(self, text):
        {body}
"""
GATE = "return Outline((Heading(1, 1, 'Gate'),), (TextBlock(3, 3),))"


class Words:
    def count(self, texts: Any) -> list[int]:
        return [len(text.split()) for text in texts]


def process(**limits: Any) -> ParserProcess:
    return ParserProcess(lambda: (sys.executable,), **limits)


class Reading:
    """A parser of somebody else's with a body that a test chooses, and what is read by it."""

    def __init__(self, acme: Acme) -> None:
        self.acme = acme
        self.registry: Any = None
        self.found: FurtherParsers = NO_FURTHER_PARSERS

    def by(self, body: str, suffixes: tuple[str, ...] = ("org",), cpu_s: int = CPU_S, late_s: float = 60) -> None:
        self.acme.write(MANIFEST, WORK.format(suffixes=repr(suffixes), body=body))
        self.acme.enable()
        self.registry = self.acme.registry()
        self.found = further_parsers(self.registry, process(cpu_s=cpu_s, late_s=late_s))

    def read(self, text: str = TEXT) -> Any:
        return chunk(text, ORG, counter=Words(), parsers=self.found.parsers)


@pytest.fixture
def reading(acme: Acme) -> Iterator[Reading]:
    made = Reading(acme)
    yield made
    made.found.close()


def test_a_document_is_cut_by_the_outline_of_an_extension(reading: Reading) -> None:
    reading.by(GATE)
    for _ in range(2):
        cut = reading.read()
        assert (cut.title, cut.limits, reading.registry.degraded) == ("Gate", (), ())


def test_no_code_of_a_parser_runs_beside_the_memory(reading: Reading, tmp_path: Path) -> None:
    reading.by(f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid())); print('noise'); {GATE}")
    assert reading.read().title == "Gate"
    assert int((tmp_path / "pid").read_text()) != os.getpid()


@pytest.mark.parametrize(
    "body", ["[][0]", "return 'no outline'", "return Outline((Heading(99, 1, 'a'),), ())", "raise SystemExit"]
)
def test_one_that_fails_is_named_and_asked_for_the_next_file(reading: Reading, body: str) -> None:
    reading.by(f"if 'Gate' in text: {body}\n        return Outline((Heading(1, 1, 'Yard'),), ())")
    for _ in range(3):
        cut = reading.read()
        assert cut.title == "* Gate"
        assert cut.limits[0].startswith("degraded: acme: ")
    assert reading.registry.degraded[0].startswith("degraded: acme: ")
    assert reading.read("* Yard").title == "Yard"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("while True: pass", "took more than 1 s of CPU"),
        ("time.sleep(3600)", "took longer than 2 s"),
        ("x = b'a' * (1 << 33)", "MemoryError"),
        ("os._exit(3)", "its process ended with code 3"),
    ],
)
def test_one_beyond_its_limits_is_ended_named_and_asked_only_twice(
    reading: Reading, body: str, why: str, tmp_path: Path
) -> None:
    log = tmp_path / "asked"
    reading.by(f"open({str(log)!r}, 'a').write('asked ')\n        {body}", cpu_s=1, late_s=2 if "sleep" in body else 60)
    for _ in range(2):
        assert why in reading.read().limits[0]
    with pytest.raises(ExtensionFailed, match="not asked again by this process"):
        reading.read()
    assert reading.registry.degraded[0].endswith("; not asked again by this process")
    assert log.read_text() == "asked asked "


def test_its_process_ends_with_the_one_that_asks(reading: Reading, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    reading.by(f"open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(3600)")
    script = (
        "import sys, threading; sys.path[:] = " + repr(sys.path) + "\n"
        "from pathlib import Path\n"
        "from scrubjay.extensions.registry import ExtensionRegistry\n"
        "from scrubjay.knowledge.documents.parsers import ParserProcess, further_parsers\n"
        "process = ParserProcess(lambda: (sys.executable,), late_s=60)\n"
        f"found = further_parsers(ExtensionRegistry.of(Path({str(reading.acme.home)!r})), process)\n"
        "for one in found.parsers.values(): one.outline('a')\n"
    )
    asking = subprocess.Popen([sys.executable, "-c", script])
    until(lambda: pid.exists() and pid.read_text() != "")
    asking.send_signal(signal.SIGKILL)
    asking.wait()
    until(lambda: not is_running(int(pid.read_text())))


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text() if Path("/proc").is_dir() else True


def until(holds: Any) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline
        threading.Event().wait(0.02)


def test_one_that_will_not_parse_a_text_is_not_degraded(reading: Reading) -> None:
    reading.by("raise LimitExceeded('too deep')")
    cut = reading.read()
    assert (cut.title, cut.limits, reading.registry.degraded) == ("* Gate", ("too deep",), ())


def test_a_title_of_its_own_is_masked(reading: Reading) -> None:
    reading.by(f"return Outline((Heading(1, 1, 'key {KEY}'),), ())")
    assert KEY not in reading.read().title


def test_what_ours_read_stays_ours_and_whoever_asks_for_it_is_named(reading: Reading) -> None:
    reading.by(GATE, ("md", "cfg", "rst"))
    assert "isn't asked for md, rst, which ours read" in reading.registry.degraded[0]
    selection = Selection(("**/*.md",), (), (), reading.found.formats)
    assert [selection.format(path) for path in ("a.md", "a.RST", "a.cfg")] == ["markdown", "rst", ORG]
    assert [selection.selects(path) for path in ("a.md", "a.rst", "a.cfg")] == [True, False, True]


def test_two_parsers_of_one_extension_have_formats_of_their_own(reading: Reading) -> None:
    reading.acme.write(
        MANIFEST.replace('Org"),)', 'Org"), Provide("parser", "acme_notes.work:Tex"))'),
        WORK.format(suffixes="('org',)", body=GATE) + "class Tex(Org):\n    suffixes = ('tex',)\n",
    )
    reading.acme.enable()
    found = further_parsers(reading.acme.registry(), process())
    assert dict(found.formats) == {".org": ORG, ".tex": f"{ORG}:2"}


def test_one_whose_class_has_no_suffixes_is_named(reading: Reading) -> None:
    reading.acme.write(MANIFEST, WORK.format(suffixes="property(lambda self: ('org',))", body=GATE))
    reading.acme.enable()
    registry = reading.acme.registry()
    assert not further_parsers(registry, process()).formats
    assert "its parser's class has no suffixes" in registry.degraded[0]


def test_a_document_whose_extension_is_off_is_plain_text() -> None:
    assert chunk(TEXT, ORG, counter=Words()).title == "* Gate"
    assert kind_of(ORG) == "document"


def test_files_of_an_extension_are_selected_unless_something_excludes_them() -> None:
    selection = Selection(("**/*.md",), ("vendor/**",), (), {".org": ORG})
    assert (selection.selects("a/b.ORG"), selection.format("a/b.org")) == (True, ORG)
    assert selection.reason("a/b.org") == "the extension acme reads it"
    assert (selection.selects("vendor/b.org"), selection.selects("a/b.txt")) == (False, False)
    assert selection.format("a/b.md") == "markdown"
    assert Selection(("**/*.md",), ()).key == Selection(("**/*.md",), (), (), {}).key != selection.key


def test_without_extensions_there_are_none(tmp_path: Path) -> None:
    found = further_parsers(ExtensionRegistry.of(tmp_path), process())
    assert (dict(found.formats), dict(found.parsers)) == ({}, {})
    assert not NO_FURTHER_PARSERS.parsers

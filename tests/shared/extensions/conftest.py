"""A home, and packages of somebody else that can be imported and are gone afterwards."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scrubjay.extensions.records import EnabledRecord, read_records, write_records
from scrubjay.extensions.registry import ExtensionRegistry, place_of

MANIFEST = """
from scrubjay.extensions.manifest import Command, Extension, Provide
extension = Extension(
    name="acme", summary="Acme's notes",
    commands={"acme": Command("acme_notes.work:greet", "Greet somebody")},
    provides=(Provide("check", "acme_notes.work:check"), Provide("check", "acme_notes.work:missing")),
)
"""
WORK = "def greet(host, name):\n    return f'hello {name}'\n\ndef check(host):\n    return ()\n"


class Acme:
    """Somebody else's package `acme_notes`, and a home that may have it enabled."""

    def __init__(self, tmp_path: Path) -> None:
        self.home = tmp_path / "home"
        self.home.mkdir(exist_ok=True)
        self.packages = tmp_path / "packages"
        self.write(MANIFEST)

    def write(self, manifest: str, work: str = WORK, package: str = "acme_notes") -> None:
        folder = self.packages / package
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "__init__.py").write_text("")
        (folder / "extension.py").write_text(manifest)
        (folder / "work.py").write_text(work)
        self.forget_modules()

    def forget_modules(self) -> None:
        for name in [name for name in sys.modules if name.partition(".")[0].startswith("acme_")]:
            del sys.modules[name]

    def enable(self, name: str = "acme", package: str = "acme_notes", switch: str = "on") -> None:
        with (self.home / "config.yaml").open("a") as stream:
            stream.write(f"  {name}: {switch}\n" if stream.tell() else f"extensions:\n  {name}: {switch}\n")
        target = f"{package}.extension:extension"
        record = EnabledRecord(
            name=name, target=target, distribution="acme", version="1.0", place=place_of(target)
        )  # fmt: skip
        write_records(self.home, read_records(self.home) | {name: record})

    def install(self, name: str = "acme", package: str = "acme_notes") -> None:
        """Let the package be found as an installed distribution is."""
        folder = self.packages / f"{name}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (folder / "entry_points.txt").write_text(f"[scrubjay.extensions]\n{name} = {package}.extension:extension\n")

    def registry(self) -> ExtensionRegistry:
        return ExtensionRegistry.of(self.home)


@pytest.fixture
def acme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Acme]:
    """The package on the path, enabled by nobody."""
    sys_path: Callable[[str], None] = monkeypatch.syspath_prepend
    sys_path(str(tmp_path / "packages"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    made = Acme(tmp_path)
    yield made
    made.forget_modules()

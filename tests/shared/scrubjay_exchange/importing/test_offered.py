"""Formats that an extension brings: known where none of ours is, and named beside ours."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.errors import UsageError
from scrubjay.extensions.manifest import Extension, Provide
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.model.record import Item, Record
from scrubjay_exchange.importing.formats import detected, format_of, offered


class NutStore:
    """A store of one line a claim, in a file that ends in `.nuts`."""

    program = "Nuts (a line a claim)"

    def fits(self, path: Path) -> bool:
        return path.suffix == ".nuts"

    def read(self, path: Path) -> Iterator[Item]:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            yield Record(where=f"{path.name}:{number}", text=line)


def broken() -> NutStore:
    raise OSError("no nuts")


def registry(home: Path, *targets: str) -> ExtensionRegistry:
    provides = tuple(Provide("importer", f"{__name__}:{target}") for target in targets)
    return ExtensionRegistry(home, {}, {}, (Extension(name="nuts", summary="Nuts", provides=provides),))


@pytest.fixture
def nuts(tmp_path: Path) -> Path:
    file = tmp_path / "winter.nuts"
    file.write_text("Parcels leave at nine.\n")
    return file


def test_a_file_that_only_an_extension_knows_is_read_by_it(nuts: Path, tmp_path: Path) -> None:
    further = offered(registry(tmp_path, "NutStore"))
    assert detected(nuts, further) == "nuts"
    assert [one.text for one in format_of("nuts", further).read(nuts) if isinstance(one, Record)] == [
        "Parcels leave at nine."
    ]


def test_what_ours_knows_stays_ours(tmp_path: Path) -> None:
    note = tmp_path / "AGENTS.md"
    note.write_text("Parcels leave at nine.\n")
    assert detected(note, offered(registry(tmp_path, "NutStore"))) == "agents"


def test_with_none_offered_the_file_is_refused_and_only_our_names_are_told(nuts: Path, tmp_path: Path) -> None:
    assert offered(registry(tmp_path)) == ()
    with pytest.raises(UsageError, match=r"codex\.$"):
        detected(nuts)
    with pytest.raises(UsageError, match=r"codex, nuts\.$"):
        format_of("figs", offered(registry(tmp_path, "NutStore")))


def test_one_that_can_not_be_made_is_left_out_and_named(tmp_path: Path) -> None:
    extensions = registry(tmp_path, "broken")
    assert offered(extensions) == ()
    assert extensions.degraded == ("degraded: nuts: OSError: no nuts",)

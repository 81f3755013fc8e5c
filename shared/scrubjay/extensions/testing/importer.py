"""The suite of importers."""

from pathlib import Path

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.kinds.importer import StoreReader
from scrubjay.extensions.testing.expecting import expect
from scrubjay.model.record import Record, Skipped

HOSTILE = (b"", b"\xff\xfe\x00", b"{", b"[" * 5_000, b"SQLite format 3\x00" + b"\x00" * 100, b"a" * 100_000)


def check_importer(reader: StoreReader, store: Path, scratch: Path) -> None:
    """It knows its own store, reads all of it, changes nothing there, and isn't misled by any other file.

    `store` is a file or folder that its program wrote; `scratch` an empty folder.
    """
    expect(bool(reader.program.strip()), "program says whose store it is")
    before = _content(store)
    expect(reader.fits(store), "it knows its own store")
    items = list(reader.read(store))
    expect(bool(items), "it reads something in its own store")
    expect(all(isinstance(item, Record | Skipped) for item in items), "each item is a Record or a Skipped")
    expect(all(item.where for item in items), "each item has its place in the store")
    expect(all(item.text.strip() for item in items if isinstance(item, Record)), "no record is empty")
    expect(items == list(reader.read(store)), "the same store gives the same items")
    expect(_content(store) == before, "reading changes nothing in the store")
    for number, content in enumerate(HOSTILE):
        file = scratch / f"{number}.bin"
        file.write_bytes(content)
        expect(not reader.fits(file), f"it takes a file that isn't its own: {content[:20]!r}")
        try:
            list(reader.read(file))
        except (ScrubjayError, ValueError):
            continue
    expect(not reader.fits(scratch), "it takes a folder that isn't its own")
    expect(not reader.fits(scratch / "nothing"), "it takes a file that isn't there")


def _content(store: Path) -> dict[Path, bytes]:
    files = [store] if store.is_file() else sorted(file for file in store.rglob("*") if file.is_file())
    return {file: file.read_bytes() for file in files}

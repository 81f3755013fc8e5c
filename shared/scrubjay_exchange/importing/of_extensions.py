"""Importers of extensions: formats beside ours, whose records are looked at before anything is made of them."""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from scrubjay.errors import LimitExceeded, ScrubjayError, UsageError
from scrubjay.extensions.kinds.content import StoreReader
from scrubjay.extensions.registry import BROKEN, ExtensionRegistry, said
from scrubjay.model.counted import counted
from scrubjay.model.record import Item, Record, Skipped
from scrubjay_exchange.importing.files import MAX_RECORDS
from scrubjay_exchange.importing.formats import Format


class StoreReaders:
    """The importers of the extensions that are on, by the extension's name."""

    def __init__(self, registry: ExtensionRegistry) -> None:
        self._registry = registry
        self._readers: Mapping[str, StoreReader] = {
            one.extension.name: one.value for one in registry.made("importer", lambda _: {})
        }

    @property
    def names(self) -> tuple[str, ...]:
        """What `--from` takes besides our own formats."""
        return tuple(self._readers)

    def format_of(self, name: str) -> Format | None:
        """The format of an extension's name; None where none has it."""
        reader = self._readers.get(name)
        return Format(name, reader.program, lambda path: self._items(name, reader, path)) if reader else None

    def detected(self, path: Path) -> str:
        """The extension that knows a file or folder; empty where none does."""
        for name, reader in self._readers.items():
            if self._registry.guarded(name, lambda reader=reader: reader.fits(path)):  # type: ignore[misc]
                return name
        return ""

    def _items(self, name: str, reader: StoreReader, path: Path) -> Iterator[Item]:
        try:
            items = list(islice(reader.read(path), MAX_RECORDS + 1))
            wrong = next((item for item in items if not isinstance(item, Record | Skipped)), None)
            if wrong is not None:
                raise TypeError(f"it read a {type(wrong).__name__}")
        except ScrubjayError:
            raise
        except BROKEN as error:
            self._registry.failed(name, error)
            raise UsageError(f"degraded: {name}: {said(error)}. Nothing was imported.") from error
        if len(items) > MAX_RECORDS:
            raise LimitExceeded(f"{path} has more than {counted(MAX_RECORDS, 'memory')}. Import a part of it.")
        yield from items

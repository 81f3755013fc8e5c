"""Files of vectors, as the extension for them writes and opens them; nothing of it is loaded before it is asked for."""

from pathlib import Path

from scrubjay.errors import UsageError
from scrubjay.extensions.kinds.vectors import VectorFiles
from scrubjay.extensions.registry import ExtensionRegistry


def vector_files(home: Path) -> VectorFiles:
    """What writes and opens them, in a home. Raises UsageError where the extension is off."""
    found = next(ExtensionRegistry.of(home).of_ours("vector_files"), None)
    if found is None:
        raise UsageError(
            "Files of vectors belong to the extension exchange, which is off. "
            "`scrubjay extensions enable exchange` switches it on."
        )
    files: VectorFiles = found.value()
    return files

"""Manifest of a backup: JSON with every file's size, hash and schema version, first in the archive."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Final, get_args

from scrubjay.errors import BackupDamaged
from scrubjay.model.pattern import OWN_ID, pattern
from scrubjay.storage.migrate import SchemaName

NAME: Final = "manifest.json"
FORMAT: Final = 1
MAX_BYTES: Final = 16 * 1024 * 1024
"""Enough for about 60,000 files."""

_PATH = pattern(
    r"config\.yaml|home\.db|id|export\.key|user/knowledge\.db"
    rf"|projects/{OWN_ID}/(knowledge\.db|session\.db|forge\.db|receipt\.json|project\.json)"
    rf"|(user|projects/{OWN_ID})/audit/[0-9]{{12}}\.jsonl"
    rf"|projects/{OWN_ID}/audit-agents/[0-9]{{12}}\.jsonl"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of the home: relative path, bytes, sha256; for a database also its schema and version."""

    path: str
    bytes: int
    sha256: str
    schema: str = ""
    version: int = 0


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of a backup, with the version of scrubjay that made it and when (ISO 8601, UTC)."""

    scrubjay: str
    moment: str
    files: tuple[Entry, ...]

    def to_json(self) -> str:
        """The manifest as JSON."""
        files = [asdict(entry) for entry in self.files]
        document = {"format": FORMAT, "scrubjay": self.scrubjay, "moment": self.moment, "files": files}
        return json.dumps(document, indent=1) + "\n"


def parse(data: bytes) -> Manifest:
    """Parse a manifest. Raises BackupDamaged for what `create` never writes, such as a path outside the home."""
    try:
        raw = json.loads(data)
        if raw["format"] != FORMAT:
            raise BackupDamaged(f"The backup has format {raw['format']!r}, this scrubjay reads {FORMAT}. Upgrade it.")
        files = tuple(_entry(entry) for entry in raw["files"])
        manifest = Manifest(str(raw["scrubjay"])[:40], str(raw["moment"])[:40], files)
    except (ValueError, KeyError, TypeError) as error:
        raise BackupDamaged("The backup's manifest is damaged. Nothing was changed; take another backup.") from error
    if len({entry.path for entry in files}) < len(files):
        raise BackupDamaged("The backup's manifest names a file twice. Nothing was changed; take another backup.")
    return manifest


def _entry(raw: dict[str, Any]) -> Entry:
    """The entry of a manifest in a JSON object. Raises ValueError for what `create` never writes."""
    entry = Entry(str(raw["path"]), int(raw["bytes"]), str(raw["sha256"]), str(raw["schema"]), int(raw["version"]))
    valid = entry.schema in get_args(SchemaName) if entry.path.endswith(".db") else not entry.schema
    if not _PATH.fullmatch(entry.path) or entry.bytes < 0 or not valid:
        raise ValueError(entry.path)
    return entry

"""The list of a server's tools as an earlier start left it in the home, while all that it was made of is the same.

To make the schemas and to read the settings costs more than all else of a start. The file is derived: whoever deletes
or damages it has it made anew.
"""

import json
import os
import stat
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from mcp_types import Tool
from pydantic import ValidationError

from scrubjay import __version__
from scrubjay.errors import ConfigError, StorageError
from scrubjay.extensions.chosen import FILE
from scrubjay.extensions.loading import load
from scrubjay.extensions.records import FOLDER as EXTENSIONS
from scrubjay.extensions.records import RECORDS
from scrubjay.settings.home import home_folder
from scrubjay.storage.files import read_regular

FOLDER: Final = "offers"
PREFIX: Final = "SCRUBJAY_"

MOST_BYTES: Final = 8 << 20
"""Of a stored list: all tools of ours take .2 MB."""

Stamps = dict[str, list[int]]
"""Size and mtime of files, by their paths."""


class StoredOffer:
    """The stored list of one server. What was chosen is its key: variables, the user's file, enabled extensions."""

    def __init__(self, environment: Mapping[str, str], server: str) -> None:
        self._environment = environment
        self._server = server
        self._known: tuple[str, list[Tool]] | None = None

    def key(self) -> str:
        """The key of what is chosen now; empty where nothing is to be stored: no home, or one that can't be read."""
        try:
            home = home_folder(self._environment)
            if not (home / "home.db").is_file():
                return ""
            texts = [_bytes_or_empty(home / FILE), _bytes_or_empty(home / EXTENSIONS / RECORDS)]
        except (ConfigError, OSError):
            return ""
        variables = sorted(f"{name}={value}" for name, value in self._environment.items() if name.startswith(PREFIX))
        told = [__version__, __file__, sys.version, *variables, *map(bytes.hex, texts)]
        return sha256(json.dumps(told).encode()).hexdigest()

    def read(self) -> list[Tool] | None:
        """The stored tools; None where they have to be made."""
        key = self.key()
        if not key:
            return None
        if self._known and self._known[0] == key:
            return self._known[1]
        try:
            digest, _, text = _private_bytes(self._file).partition(b"\n")
            if digest != _digest(text):
                return None
            held: Any = json.loads(text)
            if held["key"] != key or any(_file_stamp(file) != stamp for file, stamp in held["files"].items()):
                return None
            self._known = key, [Tool.model_validate(tool) for tool in held["tools"]]
        except (OSError, ValueError, TypeError, KeyError, AttributeError, ValidationError, RecursionError):
            return None
        return self._known[1]

    def write(self, tools: Sequence[Tool], key: str) -> None:
        """Store what was made while the choice was `key`, and held; what can't be stored is made at each start."""
        try:
            load("scrubjay.settings.layers:load_settings")(self._environment)
            load("scrubjay.storage.migrate:judge")(home_folder(self._environment) / "home.db", "home")
        except (ConfigError, StorageError):
            return
        if not key or key != self.key():
            return
        held = {
            "key": key,
            "files": _loaded_stamps(),
            "tools": [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools],
        }
        half = self._file.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            half.parent.mkdir(mode=0o700, exist_ok=True)
            half.touch(mode=0o600)
            text = json.dumps(held).encode()
            half.write_bytes(_digest(text) + b"\n" + text)
            half.replace(self._file)

    @property
    def _file(self) -> Path:
        """The file of the stored list."""
        return home_folder(self._environment) / FOLDER / f"{self._server}.json"


def _private_bytes(file: Path) -> bytes:
    """The bytes of a file that nobody else may write or replace, no link and no pipe; empty for any other."""
    data = read_regular(file, MOST_BYTES) or b""
    now = os.lstat(file)
    place = os.lstat(file.parent)
    mine = not hasattr(os, "geteuid") or {now.st_uid, place.st_uid} == {os.geteuid()}
    closed = stat.S_ISDIR(place.st_mode) and not (now.st_mode | place.st_mode) & 0o022
    return data if mine and closed else b""


def _digest(text: bytes) -> bytes:
    """The digest by which a damaged list is recognised."""
    return sha256(text).hexdigest().encode()


def _bytes_or_empty(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return b""


def _loaded_stamps() -> Stamps:
    """The stamps of the files of all loaded modules: the tools and the settings were made of some of them."""
    files = (getattr(module, "__file__", None) for module in tuple(sys.modules.values()))
    return {file: _file_stamp(file) for file in files if isinstance(file, str)}


def _file_stamp(file: str) -> list[int]:
    """Size and mtime of a file; empty where there is none."""
    try:
        now = os.stat(file)  # noqa: PTH116 - hundreds of them, at each start
    except OSError:
        return []
    return [now.st_size, now.st_mtime_ns]

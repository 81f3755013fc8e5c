"""Objects of archives: lines of JSON, compressed, in a folder or in a store that speaks S3. Slow ones fail in time."""

import hashlib
import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from scrubjay.errors import ConfigError
from scrubjay.model.later import Later
from scrubjay.storage.filesystem import private_folder
from scrubjay_team.errors import ArchiveAway

if TYPE_CHECKING:
    import obstore
    import zstandard
    from obstore import store as stores

    from scrubjay_team.settings import ArchivesSection
else:
    obstore = Later("obstore")
    stores = Later("obstore.store")
    zstandard = Later("zstandard")

MOST_RAW: Final = 1_000_000
"""Bytes of an object's lines before they are compressed."""

CONNECT_S: Final = 2
WHOLE_S: Final = 10
"""Seconds for a connection, and for one request with its answer."""

PAUSE_S: Final = 5.0
"""Seconds in which a store that didn't answer isn't asked again."""

LEVEL: Final = 6


def packed(lines: Sequence[Mapping[str, Any]]) -> bytes:
    """Lines as an object holds them before it is compressed."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()


class ArchiveObjects:
    """The objects of one store. Thread-safe. A store that is away is asked again after a pause, not by everybody."""

    def __init__(self, store: Any, clock: Callable[[], float] = time.monotonic) -> None:
        """`store` is one of obstore's."""
        self._store, self._clock = store, clock
        self._lock = threading.Lock()
        self._away_until = float("-inf")

    def write(self, path: str, raw: bytes) -> int:
        """Write an object of lines, as `packed` made them; returns its bytes, compressed. Raises ArchiveAway."""
        data = zstandard.ZstdCompressor(level=LEVEL).compress(raw)
        self._asked(lambda: obstore.put(self._store, path, data))
        return len(data)

    def read(self, path: str, digest: bytes) -> list[dict[str, Any]] | None:
        """The lines of an object; None where it isn't there, or isn't what was written. Raises ArchiveAway.

        `digest` is the SHA-256 of what was.
        """
        try:
            data = self._asked(lambda: bytes(obstore.get(self._store, path).bytes()))
            with zstandard.ZstdDecompressor().stream_reader(data) as stream:
                raw = stream.read(MOST_RAW + 1)
            if hashlib.sha256(raw).digest() != digest:
                return None
            return [json.loads(line) for line in raw.decode().split("\n")[:-1]]
        except (FileNotFoundError, zstandard.ZstdError):
            return None

    def delete(self, path: str) -> None:
        """Delete an object; one that isn't there is deleted. Raises ArchiveAway."""
        try:
            self._asked(lambda: obstore.delete(self._store, path))
        except FileNotFoundError:
            return

    def _asked(self, ask: Callable[[], Any]) -> Any:
        """What the store answers. Raises ArchiveAway, without a word of the store's: it may quote a credential."""
        with self._lock:
            if self._clock() < self._away_until:
                raise ArchiveAway
        try:
            return ask()
        except FileNotFoundError:
            raise
        except Exception as error:
            with self._lock:
                self._away_until = self._clock() + PAUSE_S
            raise ArchiveAway(
                f"The store of archives failed ({type(error).__name__}), so nothing was stored or found there. Try "
                "again in a moment; the owner of the server looks after `team.archives`."
            ) from None


def archive_objects(section: "ArchivesSection", home: Path, environment: Mapping[str, str]) -> ArchiveObjects | None:
    """The store that the settings name; None where they name none. Raises ConfigError for one that can't be used."""
    if not section.store:
        return None
    try:
        zstandard.ZstdCompressor(level=LEVEL)  # it is there, or this is said at the start
        if section.bucket is None:
            return ArchiveObjects(stores.LocalStore(private_folder(home / Path(section.store).expanduser())))
        bucket, prefix = section.bucket
        return ArchiveObjects(
            stores.S3Store(
                bucket, prefix=prefix or None, config=_config(section, environment),
                client_options={
                    "connect_timeout": f"{CONNECT_S}s", "timeout": f"{WHOLE_S}s",
                    "allow_http": urlsplit(section.endpoint).scheme == "http",
                },
                retry_config={"max_retries": 1},
            )
        )  # fmt: skip
    except ModuleNotFoundError:
        raise ConfigError(
            "team.archives names a store, and what reads it isn't installed: `pip install '.[archive]'`."
        ) from None
    except OSError as error:
        raise ConfigError(f"The folder of team.archives.store can't be used: {error.strerror or error}.") from None


def _config(section: "ArchivesSection", environment: Mapping[str, str]) -> Any:
    """What S3 is told. Nothing of it comes from a machine's own metadata. Raises ConfigError for a missing variable."""
    found: dict[str, Any] = {"region": section.region or "us-east-1", "virtual_hosted_style_request": False}
    if section.endpoint:
        found["endpoint"] = section.endpoint
    names = {"access_key_id": section.key_id_variable, "secret_access_key": section.secret_variable}
    missing = [name for name in names.values() if name and not environment.get(name)]
    if missing:
        raise ConfigError(f"The variable {missing[0]} of team.archives isn't set where the server was started.")
    keys = {key: environment[name] for key, name in names.items() if name}
    return {**found, **(keys or {"skip_signature": True})}


def path_of(team: object, archive: object, part: object) -> str:
    """Where a part lies in the store: ids alone, no name."""
    return f"{team}/{archive}/{part}.jsonl.zst"

"""Where the key comes from that seals the server's secrets: a file, a variable, a command, or an extension's provider.

Each fails closed: without the key no secret is opened, and nothing is sealed with another one.
"""

import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrubjay.errors import ConfigError, ScrubjayError, UsageError
from scrubjay.extensions.in_time import in_time
from scrubjay.extensions.kinds.keys import KEY_S, LONGEST_KEY, KeyProvider
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.model.frozen import dataclass
from scrubjay.model.later import Later
from scrubjay.storage.filesystem import write_error
from scrubjay.storage.own import read_own
from scrubjay_team.errors import SecretsLocked
from scrubjay_team.private import own_folder

if TYPE_CHECKING:
    from cryptography import fernet

    from scrubjay_team.place import TeamPlace
else:
    fernet = Later("cryptography.fernet")

KIND: Final = "key_provider"

_MAKE: Final = (
    "Make one yourself and put it there: `python -c 'from cryptography.fernet import Fernet; "
    "print(Fernet.generate_key().decode())'`."
)


@dataclass(frozen=True, slots=True)
class FileKey:
    """The default: the file `key` of the data folder, 0600, made by itself; by another name one that is kept there."""

    data: Path
    name: str = "key"

    @property
    def file(self) -> Path:
        """The file."""
        return self.data / self.name

    @property
    def called(self) -> str:
        """Its path."""
        return str(self.file)

    def key(self) -> bytes | None:
        """What the file holds. Raises SecretsLocked where others can read it, or it is too long."""
        try:
            text = read_own(self.file, "the key of what this server keeps secret", LONGEST_KEY)
        except UsageError as error:
            raise SecretsLocked(f"{error}") from error
        return None if text is None else text.encode()

    def make(self) -> None:
        """Make the file where there is none; never in the place of one that another process made meanwhile."""
        fresh = self.file.with_name(f"key.{os.getpid()}")
        try:
            own_folder(self.data)
            fresh.unlink(missing_ok=True)
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
                stream.write(fernet.Fernet.generate_key() + b"\n")
                stream.flush()
                os.fsync(stream.fileno())
            with suppress(FileExistsError):
                self.file.hardlink_to(fresh)
            fresh.unlink()
        except OSError as error:
            raise write_error(self.file, error.errno or 0, error.strerror or "") from error


@dataclass(frozen=True, slots=True)
class EnvironmentKey:
    """A variable of the environment that the server was started with."""

    variable: str
    environment: Mapping[str, str]

    @property
    def called(self) -> str:
        """The variable's name."""
        return f"the variable {self.variable}"

    def key(self) -> bytes | None:
        """What the variable holds. Raises SecretsLocked where that is too long."""
        return checked(self.environment.get(self.variable, "").encode("utf-8", "replace").strip(), self.called)

    def make(self) -> None:
        """Raises SecretsLocked: a variable is set by whoever starts the server."""
        raise SecretsLocked(f"There is no key in {self.called}. {_MAKE}")


@dataclass(frozen=True, slots=True)
class CommandKey:
    """A command of the owner's that prints the key, such as of age, gpg or vault; no shell reads it."""

    command: tuple[str, ...]
    environment: Mapping[str, str]
    seconds: float = KEY_S

    @property
    def called(self) -> str:
        """The command's program alone: an argument may say too much."""
        return f"the command {self.command[0][:80]} of team.key_command"

    def key(self) -> bytes | None:
        """What the command prints. Raises SecretsLocked where it fails, takes too long, or prints too much."""
        try:
            process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env=dict(self.environment), start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise SecretsLocked(f"{self.called} can't be started ({type(error).__name__}).") from None
        with process:
            try:
                printed = self._printed(process, time.monotonic() + self.seconds)
                code = process.wait(self.seconds)
            except (TimeoutError, subprocess.TimeoutExpired):
                raise SecretsLocked(f"{self.called} took longer than {self.seconds:g} s, and was ended.") from None
            finally:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
        if code:
            raise SecretsLocked(f"{self.called} failed with exit code {code}. Run it yourself to see why.")
        return checked(printed.strip(), self.called)

    def make(self) -> None:
        """Raises SecretsLocked: what the command reads is made by the owner."""
        raise SecretsLocked(f"{self.called} printed no key. {_MAKE}")

    @staticmethod
    def _printed(process: "subprocess.Popen[bytes]", until: float) -> bytes:
        """What a process prints until it closes its output, or a little too much. Raises TimeoutError."""
        stream, printed = process.stdout, b""
        while stream is not None and len(printed) <= LONGEST_KEY:
            ready, _, _ = select.select([stream], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise TimeoutError
            piece = os.read(stream.fileno(), LONGEST_KEY + 1)
            if not piece:
                break
            printed += piece
        return printed


@dataclass(frozen=True, slots=True)
class ExtensionKey:
    """A provider of an extension, asked in time; one that is late, fails or gives no key leaves all closed."""

    registry: ExtensionRegistry
    name: str
    provider: KeyProvider

    @property
    def called(self) -> str:
        """The extension's name."""
        return f"the extension {self.name}"

    def key(self) -> bytes | None:
        """What the extension gives. Raises SecretsLocked."""
        try:
            found = in_time(self.registry, self.name, lambda: self.provider.key() or b"", bytes, KEY_S)
        except ScrubjayError as error:
            raise SecretsLocked(f"degraded: {self.name}: {error}") from error
        if found is None:
            raise SecretsLocked(f"degraded: {self.name}: it gave no key. See `scrubjay extensions show {self.name}`.")
        return checked(found.strip(), self.called)

    def make(self) -> None:
        """Let the extension make one. Raises what it raises on purpose."""
        self.provider.make()


def checked(key: bytes, called: str) -> bytes | None:
    """A key that isn't too long; None where there is none. Raises SecretsLocked."""
    if len(key) > LONGEST_KEY:
        raise SecretsLocked(f"{called} gives more than {LONGEST_KEY} bytes, which is no key.")
    return key or None


def key_provider(place: "TeamPlace", environment: Mapping[str, str]) -> KeyProvider:
    """The provider that a place's settings choose; an extension's where one is enabled. Raises ConfigError for two."""
    section, registry = place.section, ExtensionRegistry.of(place.home)
    there = [one.name for one in registry.others if any(each.kind == KIND for each in one.provides)]
    chosen = [
        *there,
        *(["team.key_variable"] if section.key_variable else []),
        *(["team.key_command"] if section.key_command else []),
    ]
    if len(chosen) > 1:
        raise ConfigError(f"The key of the server's secrets comes from one place, and {' and '.join(chosen)} give it.")
    if there:
        made = next(registry.made(KIND, lambda _: {}), None)
        if made is None:
            raise ConfigError(
                f"The extension {there[0]} gives the key of the server's secrets, and it can't be loaded: "
                f"{registry.why(there[0])}. See `scrubjay extensions show {there[0]}`."
            )
        return ExtensionKey(registry, there[0], made.value)
    if section.key_variable:
        return EnvironmentKey(section.key_variable, environment)
    return CommandKey(section.key_command, environment) if section.key_command else FileKey(place.data)

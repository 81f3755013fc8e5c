"""What may be synced with? An address is data: never an option, a helper program or a password."""

import re
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.privacy.secrets.shown_names import shown

PROTOCOLS: Final = "file:ssh:https"
"""What git may use here; its others are in the clear, or run a program that the address names."""

LONGEST: Final = 1_000
MACHINE: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
_HELPER: Final = re.compile(r"[A-Za-z0-9+.-]*::")
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_PASSWORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/@]*:[^/@]*@")


def checked_remote(remote: str) -> str:
    """The address, if it may be used. Raises UsageError."""
    if not remote or len(remote) > LONGEST or remote.startswith("-") or not remote.isprintable():
        raise UsageError("Give the address of a git remote, such as git@host.example:me/memory.git, or a folder.")
    if _HELPER.match(remote):
        raise UsageError(f"{remote[:60]!r} would run a program. Give an ssh or https address, or a folder.")
    scheme = _SCHEME.match(remote)
    if scheme and scheme.group(1).lower() not in PROTOCOLS.split(":"):
        raise UsageError(f"{scheme.group(1)} is not used for sync. Give an ssh or https address, or a folder.")
    if _PASSWORD.match(remote) or shown(remote) != remote:
        raise UsageError("The address holds a password or token. Leave it out; git's credential helper can know it.")
    return remote


def is_folder(remote: str) -> bool:
    """Whether an address is a folder of this machine, where git runs both ends."""
    scheme = _SCHEME.match(remote)
    return scheme.group(1).lower() == "file" if scheme else remote.startswith(("/", ".")) or ":" not in remote


def machine_name(host: str) -> str:
    """A machine's name in refs, from what it is called."""
    name = re.sub(r"[^a-z0-9]+", "-", host.lower().partition(".")[0]).strip("-")[:32].strip("-")
    return name or "machine"


def checked_machine(name: str) -> str:
    """The name, if a machine may be called so. Raises UsageError."""
    if not MACHINE.fullmatch(name):
        raise UsageError("A machine's name has at most 32 of a-z, 0-9 and -, such as laptop-2.")
    return name

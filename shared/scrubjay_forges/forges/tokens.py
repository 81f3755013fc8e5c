"""Where is the token of a repository? In a variable or a file that the user's settings name, and nowhere else."""

import os
import stat
from pathlib import Path
from typing import Final

from scrubjay.errors import ForgeRefuses
from scrubjay.settings.forges import ForgeSettings
from scrubjay.settings.schema import Settings

LONGEST: Final = 1_000


def token_of(one: ForgeSettings, settings: Settings) -> str:
    """The token; empty where none is named. Raises ForgeRefuses where what is named gives none, without its value."""
    if one.token_env:
        value = settings.forge_tokens.get(one.token_env)
        token = value.get_secret_value().strip() if value is not None else ""
        return _checked(token, f"the variable {one.token_env}")
    return _from_file(settings.home / one.token_file) if one.token_file else ""


def token_state(one: ForgeSettings, settings: Settings) -> str:
    """In words: none named, present, or why there is none."""
    try:
        return "present" if token_of(one, settings) else "none named"
    except ForgeRefuses as error:
        return str(error)


def _from_file(path: Path) -> str:
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as stream:
            seen = os.fstat(stream.fileno())
            ours = not hasattr(os, "getuid") or (seen.st_uid == os.getuid() and not seen.st_mode & 0o077)
            if not stat.S_ISREG(seen.st_mode) or not ours:
                raise ForgeRefuses(f"The token's file {path} must be a plain file of yours: `chmod 600 {path}`.")
            data = stream.read(LONGEST + 1)
    except OSError as error:
        raise ForgeRefuses(f"The token's file {path} can't be read ({error.strerror}); it must be no link.") from error
    return _checked(data.decode("ascii", "replace").strip(), f"the file {path}")


def _checked(token: str, where: str) -> str:
    """A token as a header may hold it."""
    if not token:
        raise ForgeRefuses(f"There is no token in {where}, which `forges` in config.yaml names.")
    if len(token) > LONGEST or not token.isascii() or not token.isprintable() or " " in token:
        raise ForgeRefuses(f"What is in {where} is no token: one word of ASCII characters is wanted.")
    return token

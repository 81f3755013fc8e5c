"""Who is a forge's login among the authors of commits? Only by an address that the forge itself gave; no guess."""

import re
from collections.abc import Mapping
from typing import Final

from scrubjay.errors import GitFailed
from scrubjay.git.paths import printable
from scrubjay.git.process import Git
from scrubjay.privacy.personal.names import displayed_name
from scrubjay.search.history.authors import MAX_COMMITS

_NOREPLY: Final = re.compile(r"(?:\d+\+)?([a-z0-9][a-z0-9-]{0,38})@(?:users\.)?noreply\.([a-z0-9.-]+)", re.IGNORECASE)

PATIENCE_S: Final = 10.0


def names_of_logins(git: Git, commit: str, host: str) -> Mapping[str, str]:
    """Names that commits show, by login in lower case: whose commits bear the no-reply address of a forge.

    A `.mailmap` joins a no-reply address with another name. Of two names the newest commit's counts; no address is
    kept. Empty where git fails.
    """
    shown = ("--encoding=UTF-8", "--format=%ae %aN", "--end-of-options", commit, "--")
    try:
        listed = list(git.fields("log", "-z", f"-{MAX_COMMITS}", *shown, ok=range(256), timeout=PATIENCE_S))
    except GitFailed:
        return {}
    names: dict[str, str] = {}
    for field in listed:
        address, _, name = field.strip().partition(b" ")
        match = _NOREPLY.fullmatch(address.decode("utf-8", "replace"))
        if match and match[2].lower() == host.lower() and name.strip():
            names.setdefault(match[1].lower(), displayed_name(printable(name.strip())))
    return names

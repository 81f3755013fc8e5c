"""The key of a service: from a variable that the user's file names, or a file that only this account reads."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.settings.section import Secret
from scrubjay.storage.own import read_own
from scrubjay_stores.settings import StorePlace

LONGEST: Final = 4_000


def key_of(name: str, place: StorePlace, environment: Mapping[str, str] = os.environ) -> Secret:
    """The key; empty where the settings name none, as for a server on this machine. Raises UsageError.

    It goes into no message, log or argument list.
    """
    if place.key_file:
        text = read_own(Path(place.key_file).expanduser(), f"the key of the store {name}", LONGEST)
        where = f"the file {place.key_file}"
    elif place.key_env:
        text, where = environment.get(place.key_env, ""), f"the variable {place.key_env}"
    else:
        return Secret("")
    key = (text or "").strip()
    if not key:
        raise UsageError(f"The store {name} has no key: {where} holds none.")
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise UsageError(f"The store {name} has no key: what {where} holds is none.")
    return Secret(key)

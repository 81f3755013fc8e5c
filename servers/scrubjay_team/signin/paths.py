"""Where a browser goes after it signed in: a path of this server, never another one. Pure."""

from typing import Final
from urllib.parse import unquote

LONGEST: Final = 1_500
HOME: Final = "/"
NO_AIMS: Final = ("/sign-in", "/sign-out", "/invitation")
"""Where nobody wants to be after they signed in."""


def local_path(text: str) -> str:
    """A path of this server with its query, as it was given; the first page's for anything else.

    No scheme, no host, no `//` or backslash at all, no control character, written out or not: a browser reads some of
    these as another server's address.
    """
    if not text.startswith("/") or len(text) > LONGEST or not text.isascii() or "#" in text:
        return HOME
    for one in (text, unquote(text), unquote(unquote(text))):
        if "\\" in one or not one.isprintable() or "//" in one.partition("?")[0]:
            return HOME
    return HOME if text.startswith(NO_AIMS) else text

"""A text as a report tells it: without secrets and private parts, on one line, of bounded length. Pure."""

import re
from collections.abc import Mapping
from typing import Final

from scrubjay.model.private import without_private
from scrubjay.privacy.secrets.masking import mask

LONGEST = 300

_FOLDERS: Final = re.compile(r"(?<![\w.~/])/(?:[^\s/:;,`'\"]+/)+")


def plain(text: str, longest: int = LONGEST) -> str:
    """The text on one line."""
    flat = " ".join(mask(without_private(text)).text.split())
    return flat if len(flat) <= longest else f"{flat[: longest - 1]}…"


def without_places(text: str, places: Mapping[str, str]) -> str:
    """A text in which some folders stand by their names, and others are left out: a report goes to other people."""
    for folder, name in sorted(places.items(), key=lambda place: -len(place[0])):
        text = text.replace(folder, name)
    return _FOLDERS.sub("…/", text)

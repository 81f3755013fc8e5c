"""The files beside the pages: the look that every page of scrubjay shares, read once."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import scrubjay_serving
from scrubjay.model.frozen import dataclass

LOOK: Final = Path(scrubjay_serving.__file__).parent / "look"
_TYPES: Final = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class PageAsset:
    """A file as it is sent."""

    body: bytes
    type: str


def _read(file: Path) -> PageAsset:
    return PageAsset(file.read_bytes(), _TYPES[file.suffix])


ASSETS: Final[Mapping[str, PageAsset]] = {
    "/static/invitation.js": _read(Path(__file__).with_name("invitation.js")),
    **{f"/static/{name}": _read(LOOK / name) for name in ("style.css", "icon.svg", "keys.js", "fields.js")},
}
"""By their addresses."""

"""What did a person mark as private? `<private>…</private>` and lines that begin with `#private`: nobody reads them."""

import re
from typing import Final

_PRIVATE: Final = re.compile(r"(?is)<private\b[^>]{0,100}>.*?(?:</private\s*>|\Z)")
_LINE: Final = re.compile(r"(?im)^[^\S\n]*#private.*$")


def without_private(text: str) -> str:
    """A turn without what its author keeps private; a mark that isn't closed holds to the end."""
    return _LINE.sub("", _PRIVATE.sub("\n\n", text)).strip() if "private" in text.lower() else text

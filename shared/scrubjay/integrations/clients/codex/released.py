"""What Codex wrote into our block of servers, set free behind it.

Codex (0.169.0, run on 2026-11-23) puts new tables, such as the trust of the user's hooks and of a folder, behind the
last table of `config.toml`: before the comment that ends our block, where that is the last thing in the file.
"""

import re
from collections.abc import Iterable

from scrubjay.integrations.edits import block


def released(text: bytes, own: Iterable[str]) -> bytes:
    """The text with every table in our block that isn't one of `own` moved right behind it, in its order."""
    place = block.find(text)
    if place is None:
        return text
    start, end = place
    names = b"|".join(re.escape(f"mcp_servers.{name}".encode()) for name in own)
    last = text.rfind(b"\n", start, end) + 1
    foreign = re.search(rb"(?m)^\n*\[(?!(?:" + names + rb")[\].])", text[start:last])
    if foreign is None:
        return text
    at = start + foreign.start()
    theirs = text[at:last]
    following = text[end:] if text[end : end + 1] == b"\n" else b"\n" + text[end:]
    return text[:at].rstrip(b"\n") + b"\n" + text[last:end] + b"\n" + theirs.lstrip(b"\n") + following[1:]

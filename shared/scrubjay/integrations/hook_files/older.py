"""What receipts said while every client's folder was the account's: the same names with the folder that was meant.

Until 2026-11-23 a receipt named no folder, and noted opencode's plugin without its content.
"""

import hashlib
from pathlib import Path

from scrubjay.integrations.edits import Receipt, content
from scrubjay.integrations.hook_files.launcher import hook_mark

_HOOKED = ("codex", "gemini", "cursor")
_SERVERS = "codex"
_PLUGIN = ".config/opencode/plugins/scrubjay.js"
_PLUGIN_MARK = b"// scrubjay's plugin for opencode"


def rename_older(receipt: Receipt, account: Path) -> None:
    """Read a receipt in today's names; the file changes with what is noted next."""
    for client in _HOOKED:
        receipt.rename(hook_mark(client), hook_mark(client, (account / f".{client}").resolve()))
    servers = f"servers {_SERVERS} "
    if not receipt.names(servers):  # the client's own name stays: by it a project is known to be set up for Codex
        receipt.rename(_SERVERS, _SERVERS, f"{servers}{(account / f'.{_SERVERS}').resolve()}")
    file = (account / _PLUGIN).resolve()
    text = content(file) or b""
    if text.startswith(_PLUGIN_MARK) and not receipt.names("own opencode "):
        hooked = hook_mark("opencode")
        receipt.rename(hooked, hooked, f"own opencode {file} {hashlib.sha256(text).hexdigest()}")

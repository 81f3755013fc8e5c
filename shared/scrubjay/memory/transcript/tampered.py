"""Could this session's tools have written what it is judged by? Then it proves nothing. Pure."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from scrubjay.memory.transcript.session import Call

_HOOKS: Final = re.compile(
    r"\.claude[/\\]+(?:settings|hooks)|\.codex[/\\]+(?:hooks|config\.toml)|transcript_path|CLAUDE_CONFIG_DIR|CODEX_HOME"
    r"|\.gemini[/\\]+(?:settings|tmp)|GEMINI_CLI_HOME"
    r"|SCRUBJAY_HOME|scrubjay[.\-_]integrations|scrubjay-hook|hooks[/\\]+hooks\.json"
)
"""Where clients' hooks stand, and what leads to the folders without naming them."""

_HOOK_SIGNS: Final = tuple(
    ".claude .codex .gemini scrubjay transcript_path claude_config_dir codex_home gemini_cli_home hooks.json".split()  # noqa: SIM905
)
"""Of which every text that `_HOOKS` finds holds one, in lower case."""

_NOTES: Final = re.compile(r"/projects/[^/]+/(?:memory/|[^/]+/tool-results/)[^/]+\Z")
"""What a client has its agent read and write in its own folder, one file at a time: no transcript lies there."""


def tampered(calls: Iterable[Call], folders: Iterable[Path], account: Path) -> str:
    """The tool whose call names one of the folders, or a hook's entry; empty for none.

    `folders`: the client's folder and scrubjay's home; `account`: the home that `~` stands for.
    """
    forms = tuple(form for folder in folders for form in _spelled(folder, account))
    for call in calls:
        if call.file and _NOTES.search(call.file) and "/../" not in call.file:
            continue
        inside = any(call.folder == form or call.folder.startswith(f"{form}/") for form in forms)
        if inside or any(form in call.inputs for form in forms) or _HOOKS.search(call.inputs):
            return call.tool
    return ""


def signs(folders: Iterable[Path], account: Path) -> tuple[bytes, ...]:
    """Texts of which a call that names one of them, or a hook, holds at least one; lower case, as JSON has them."""
    forms = (json.dumps(form)[1:-1] for folder in folders for form in _spelled(folder, account))
    return tuple(sign.lower().encode() for sign in (*_HOOK_SIGNS, *forms) if sign.isascii())


def _spelled(folder: Path, account: Path) -> tuple[str, ...]:
    forms = {str(folder), str(folder.resolve())}
    for form in tuple(forms):
        if Path(form).is_relative_to(account) and Path(form) != account:
            rest = Path(form).relative_to(account).as_posix()
            forms |= {f"~/{rest}", f"$HOME/{rest}", f"${{HOME}}/{rest}"}
    return tuple(sorted(forms))

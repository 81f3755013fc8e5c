"""Where Claude Code keeps its files: its folder, and `.claude.json` beside it; in it where a variable moves both."""

from collections.abc import Mapping
from pathlib import Path

from scrubjay.integrations.client_files.folders import FOLDERS
from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class ClaudePlaces:
    """`root` holds `.claude.json`; `folder` the settings, plugins, transcripts and notes."""

    root: Path
    folder: Path


def claude_places(account: Path, variables: Mapping[str, str]) -> ClaudePlaces:
    """Claude Code's places in an account."""
    usual = FOLDERS["claude"].path(account, account, {})
    folder = FOLDERS["claude"].path(account, account, variables)
    return ClaudePlaces(account if folder == usual else folder, folder)

"""Location of Claude Code's transcripts, and the candidates for this project."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from scrubjay.git.process import Git
from scrubjay.session.conversations.folders import ProjectFolders, list_worktrees
from scrubjay.session.conversations.transcripts import transcript_files


def claude_folder(environment: Mapping[str, str], account: Path) -> Path:
    """Claude Code's own folder: CLAUDE_CONFIG_DIR, else `.claude` in the account's home."""
    chosen = environment.get("CLAUDE_CONFIG_DIR", "")
    return Path(chosen).expanduser() if chosen else account / ".claude"


def project_transcripts(
    client: Path, clones: Iterable[Git], common_dirs: Iterable[Path], git: Git
) -> tuple[tuple[Path, ...], ProjectFolders]:
    """Transcripts that may belong to a project's clones, and the check that assigns each turn.

    `git` stands in one of its worktrees.
    """
    worktrees = list_worktrees((git, *clones))
    return transcript_files(client, worktrees), ProjectFolders(worktrees, tuple(common_dirs), git.environment)

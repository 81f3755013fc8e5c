"""Precomputed answers for client hooks: the compiled switches and the briefing, which a hook has no time to make."""

from pathlib import Path

from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.integrations.client_hooks.switches import AGENTS, COUNTS, MIN_GRADE, OFF, compile_switches
from scrubjay.settings.layers import REPOSITORY_FILE, USER_FILE
from scrubjay.wiring.workspace import Workspace


def prepare_hook_answers(home: Path, at: Workspace) -> None:
    """Write both for a worktree's current state; called whenever its text was indexed."""
    files = (home / USER_FILE, at.repository.worktree / REPOSITORY_FILE)
    toolsets: tuple[str, ...] = at.settings.toolsets
    chosen = at.settings.hooks.model_dump() | {
        MIN_GRADE: at.settings.memory.min_grade,
        AGENTS: AGENTS in toolsets,
        COUNTS: at.settings.insight.keep,
        OFF: [extension.name for extension in ExtensionRegistry.of(home).off],
    }
    compile_switches(at.project.folder, at.repository.worktree, chosen, files)
    at.briefer.prepare()

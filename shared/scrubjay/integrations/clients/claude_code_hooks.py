"""Installation of the session hooks in a worktree's local Claude Code settings, kept out of git."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from scrubjay.errors import ScrubjayError
from scrubjay.git.branches import worktrees
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients.claude_code_servers import CLIENT, command_words
from scrubjay.integrations.edits import FileChange, Receipt, apply, content
from scrubjay.integrations.edits import json_splice as splice
from scrubjay.integrations.edits.guarded import (
    Ours,
    Rest,
    emptied,
    guarded_change,
    items_but,
    note,
    start_edit,
    undo_edit,
)
from scrubjay.integrations.edits.jsonc import explain_errors
from scrubjay.integrations.launching.launcher import SHELL
from scrubjay.model.frozen import dataclass

FILE = ".claude/settings.local.json"
REPAIR = "Repair it and run `scrubjay init` again."
MODULE = "scrubjay.integrations.client_hooks.event"
"""By this name our hooks are known."""

EVENTS = ("SessionStart", "CwdChanged", "PreCompact", "Stop", "SessionEnd", "UserPromptSubmit", "SubagentStart")
"""No WorktreeCreate: a client that has such a hook leaves making the worktree to it."""

TIMEOUT_S = 10

QUIET = (SHELL, "-c", '"$0" "$@" 2>/dev/null; exit 0')
"""Starts the words behind it: where their Python or the package is gone, nothing is said and nothing fails."""


@dataclass(frozen=True, slots=True)
class SessionHookPlan:
    """The planned changes, the reasons for what stays unchanged, and those for what can't be done."""

    changes: tuple[FileChange, ...]
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def entry(launch: Launch) -> dict[str, object]:
    """The hook group of each event; its home is always named. `-I` keeps the repository's own code out."""
    hook = {
        "type": "command",
        "command": QUIET[0],
        "args": [*QUIET[1:], *launch.start, "-I", "-m", MODULE, "--home", launch.home],
        "timeout": TIMEOUT_S,
    }
    return {"hooks": [hook]}


def is_ours(group: object, home: str = "") -> bool:
    """Whether a hook group is scrubjay's, of any version and location; with a `home` only that home's."""
    hooks = group.get("hooks") if isinstance(group, Mapping) else None
    if not isinstance(hooks, list) or len(hooks) != 1 or not isinstance(hooks[0], Mapping):
        return False
    arguments = hooks[0].get("args")
    if not isinstance(arguments, list) or MODULE not in arguments:
        return False
    return not home or ("--home" in arguments and arguments[arguments.index("--home") + 1 :][:1] == [home])


def is_tracked(git: Git) -> bool:
    """Whether a worktree's local settings are tracked by git, so that anybody may have written them."""
    return bool(git.run("ls-files", "-z", "--", f":(top,literal){FILE}"))


def plan_hooks(git: Git, repository: Repository, launch: Launch) -> SessionHookPlan:
    """Plan to add our group to each event, or to update an older one. Everything else keeps every byte."""
    if is_tracked(git):
        return SessionHookPlan((), (f"{FILE} is tracked by git, so scrubjay leaves it alone.",))
    file = repository.worktree / FILE
    link = next((path for path in (file.parent, file) if path.is_symlink()), None)
    if link is not None:
        return SessionHookPlan((), (f"{link} is a link, so scrubjay puts no session hooks there.",))
    try:
        changes, _ = _planned(repository, launch)
    except ScrubjayError as error:
        return SessionHookPlan((), (), (str(error),))
    return SessionHookPlan(changes)


def add_hooks(git: Git, repository: Repository, launch: Launch, receipt: Receipt) -> SessionHookPlan:
    """Execute `plan_hooks`; idempotent."""
    plan = plan_hooks(git, repository, launch)
    if plan.changes:
        _, made = _planned(repository, launch)
        apply(plan.changes, receipt)
        receipt.add(*made, f"hooks {repository.worktree}")
    return plan


def plan_removal(git: Git, home: str, receipt: Receipt) -> SessionHookPlan:
    """Plan to remove a home's groups in every worktree of the clone, with the objects created around them."""
    changes: list[FileChange] = []
    notes: list[str] = []
    problems: list[str] = []
    for worktree in (folder.resolve() for folder in worktrees(git)):
        file = worktree / FILE
        try:
            before = content(file)
            if before is None:
                continue
            after = _without_hooks(file, start_edit(file, before)[0], home, receipt)
            data = None if after is None else after.encode("utf-8")
            description = f"delete {file}" if data is None else f"take scrubjay's hooks out of {file}"
            changes += guarded_change(FileChange(worktree, file, before, data, description), _own_places(home, {}))
        except ScrubjayError as error:
            (problems if f"hooks {worktree}" in receipt else notes).append(str(error))
    return SessionHookPlan(tuple(changes), tuple(notes), tuple(problems))


def remove_hooks(git: Git, home: str, receipt: Receipt) -> SessionHookPlan:
    """Execute `plan_removal`."""
    plan = plan_removal(git, home, receipt)
    apply(plan.changes, receipt)
    for change in plan.changes:
        receipt.drop(*receipt.names(f"json {change.path} "), f"hooks {change.root}")
    return plan


def start_commands(repository: Repository, home: str = "") -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The event and the command words before `-I` of each of our groups in a worktree's local settings.

    With a `home` only that home's groups. The file may be committed by anybody: to be compared, never to be run. Raises
    ScrubjayError where it can't be read.
    """
    file = repository.worktree / FILE
    before = content(file)
    text, _ = start_edit(file, before)
    with explain_errors(file, CLIENT, REPAIR):
        values = {event: splice.get(text, ("hooks", event)) for event in EVENTS}
    groups = ((event, group) for event, value in values.items() if isinstance(value, list) for group in value)
    ours = ((event, command_words(group["hooks"][0])) for event, group in groups if is_ours(group, home))
    return tuple((event, words[len(QUIET) :] if words[: len(QUIET)] == QUIET else words) for event, words in ours)


def is_installed(repository: Repository) -> bool:
    """Whether a worktree's local settings run scrubjay when a session starts."""
    try:
        return any(event == EVENTS[0] for event, _ in start_commands(repository))
    except ScrubjayError:
        return False


def copy_to_worktree(git: Git, repository: Repository, launch: Launch, receipt: Receipt, *, new: bool) -> None:
    """Give a worktree the hooks that another one of its clone has; once, as with the skills."""
    had = f"hooks {repository.worktree}" in receipt and not new
    if not had and any(f"hooks {folder.resolve()}" in receipt for folder in worktrees(git)):
        add_hooks(git, repository, launch, receipt)


def _planned(repository: Repository, launch: Launch) -> tuple[tuple[FileChange, ...], list[str]]:
    """The changes that put our hooks into the local settings, and the notes of them for the receipt."""
    file = repository.worktree / FILE
    before = content(file)
    after, noted = start_edit(file, before)
    notes = list(noted)
    expected = entry(launch)
    with explain_errors(file, CLIENT, REPAIR):
        after = splice.without_comments(after)
        for event in EVENTS:
            groups = splice.get(after, ("hooks", event))
            own_groups = [group for group in groups if is_ours(group, launch.home)] if isinstance(groups, list) else []
            if own_groups == [expected]:
                continue
            after = splice.drop(after, ("hooks", event), partial(is_ours, home=launch.home))
            after, made = splice.append(after, ("hooks", event), expected)
            notes += [note(file, container) for container in made]
    description = f"{'write' if before is None else 'add session hooks to'} {file}"
    change = FileChange(repository.worktree, file, before, after.encode("utf-8"), description)
    return guarded_change(change, _own_places(launch.home, {("hooks", event): expected for event in EVENTS})), notes


def _without_hooks(file: Path, text: str, home: str, receipt: Receipt) -> str | None:
    """The text without our hooks; None where set-up made the file and nothing else is in it."""
    with explain_errors(file, CLIENT, REPAIR):
        for event in EVENTS:
            text = splice.drop(text, ("hooks", event), partial(is_ours, home=home))
            text = emptied(file, text, ("hooks", event), receipt)
        text = emptied(file, text, ("hooks",), receipt)
    return undo_edit(file, text, receipt)


def _own_places(home: str, added: Mapping[tuple[str, ...], object]) -> Ours:
    """What of the local settings is ours, for a guarded change."""
    mine = items_but(partial(is_ours, home=home))
    places: dict[tuple[str, ...], Rest] = {("hooks", event): mine for event in EVENTS}
    return Ours(parse=splice.parse, places=places, otherwise=REPAIR, added=added)

"""The table of commands: the core's and those of extensions, each with its panel and its line in the help."""

from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Final

from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.manifest import PANEL, Extension
from scrubjay.model.frozen import dataclass

REPO_KEY: Final = "scrubjay.repo"
"""Where the click context keeps the value of `--repo`, which any command takes."""

PANELS: Final = ("Every day", "Memories", "Sharing", "Sessions", "Care", "Set-up", PANEL)
"""In the order of the help."""


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command of the table: name, `module:attribute`, panel, help line, and its extension; empty for the core's."""

    name: str
    target: str
    panel: str
    help: str
    extension: str = ""

    @property
    def module(self) -> str:
        """The module that is imported for it."""
        return self.target.partition(":")[0]

    @property
    def others(self) -> bool:
        """Whether somebody else's extension brings it."""
        return bool(self.extension) and all(one.name != self.extension for one in BUILT_IN)

    @property
    def attribute(self) -> str:
        """What of the module it is: an application of Typer, or a plain function of somebody else's."""
        return self.target.partition(":")[2]


_FOLDERS: Final = MappingProxyType(
    {"Every day": "everyday", "Sessions": "everyday", "Memories": "memories", "Care": "care", "Set-up": "setup"}
)
"""Where the core's commands of a panel lie."""


def _command(name: str, panel: str, help: str) -> CommandEntry:
    """An entry of the table, whose module is the one of that name in its panel's folder."""
    return CommandEntry(name, f"scrubjay.cli.{_FOLDERS[panel]}.{name}:app", panel, help)


CORE: Final[tuple[CommandEntry, ...]] = (
    _command("init", "Set-up", "Set up scrubjay in this repository: index, git hooks, MCP servers, skills."),
    _command("search", "Every day", "Search documents, code, commits and memories; or past conversations."),
    _command("story", "Every day", "Tell what happened to a topic, in order, with sources."),
    _command("ingest", "Care", "Index a revision now."),
    _command("verify", "Care", "Compare the index with git's tree, without changing anything."),
    _command("status", "Every day", "Show what is indexed here and what is behind."),
    _command("doctor", "Care", "Check the installation and the data, and say what to do."),
    _command("explain", "Every day", "Explain why a path is found or not."),
    _command("log", "Care", "Show what was indexed, skipped or masked, and why."),
    _command("remember", "Every day", "Store a fact, preference or decision."),
    _command("update", "Memories", "Supersede, correct, extend or end a memory."),
    _command("provenance", "Memories", "Show where a memory comes from: evidence, checks, reviews."),
    _command("review", "Memories", "Approve, edit or reject claims that wait for a person."),
    _command("memories", "Memories", "List memories by grade, kind, tag or session; edit, confirm or retract them."),
    _command("rot", "Memories", "List memories whose source has changed or never existed."),
    _command("forget", "Memories", "Delete memories or conversations permanently."),
    _command("checkpoint", "Memories", "Create, list or restore checkpoints of all memories."),
    _command("audit", "Memories", "Show or verify the audit log."),
    _command("quarantine", "Memories", "Take what an author or a session wrote out of every answer, or give it back."),
    _command("blast", "Memories", "List what followed from what an author or a session wrote, and who was told it."),
    _command("session", "Sessions", "Start a session with a briefing, note a step, or save the session's state."),
    _command("project", "Set-up", "List, show, join, move or forget projects."),
    _command(
        "settings", "Set-up", "Show your settings, and change them in your own file, for all projects or for this one."
    ),
    _command("extensions", "Set-up", "List extensions, and switch them on or off."),
    _command("hooks", "Set-up", "Install, remove or show the git hooks."),
    _command("serve", "Set-up", "Run a server: one of the two MCP servers, or a team's."),
    _command("backup", "Care", "Back up everything to one file, check it (--check FILE), or restore it."),
    _command("embed", "Care", "Compute missing vectors, show progress, or recompute all of them."),
    _command("gc", "Care", "Delete index entries whose content git no longer has, and give the space back."),
    _command("completion", "Set-up", "Print a completion script for bash, zsh or fish."),
    _command("uninstall", "Set-up", "Undo everything that init did in this repository."),
)
"""Those that the core has by itself."""


def with_commands(table: Sequence[CommandEntry], extensions: Iterable[Extension]) -> tuple[CommandEntry, ...]:
    """The table with the commands of extensions: each behind the one that it follows, else at the end. Pure."""
    placed = list(table)
    waiting = [
        (command.after, CommandEntry(name, command.target, command.panel, command.help, extension.name))
        for extension in extensions
        for name, command in extension.commands.items()
    ]
    while waiting:
        names = [entry.name for entry in placed]
        after, entry = next((one for one in waiting if one[0] in names), waiting[0])
        placed.insert(names.index(after) + 1 if after in names else len(placed), entry)
        waiting.remove((after, entry))
    return tuple(placed)


COMMANDS: Final = with_commands(CORE, BUILT_IN)
"""All of ours, with every built-in extension on."""

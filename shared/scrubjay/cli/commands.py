"""The table of commands: name, module, panel of the help, and the line that the help shows."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

Panel = Literal["Every day", "Memories", "Sharing", "Sessions", "Care", "Set-up"]

PANELS: Final[tuple[Panel, ...]] = get_args(Panel)
"""In the order of the help."""


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """One command: its name, the module whose `app` it is, its panel and its line in the help."""

    name: str
    module: str
    panel: Panel
    help: str


def _command(name: str, panel: Panel, help: str, module: str = "") -> CommandEntry:
    return CommandEntry(name, module or f"scrubjay.cli.{name}", panel, help)


COMMANDS: Final[tuple[CommandEntry, ...]] = (
    _command("init", "Set-up", "Set up scrubjay in this repository: index, git hooks, MCP servers, skills."),
    _command("search", "Every day", "Search documents, code, commits and memories; or past conversations."),
    _command("story", "Every day", "Tell what happened to a topic, in order, with sources."),
    _command("ui", "Every day", "Open a page in the browser: see everything that is stored, and correct it."),
    _command("ingest", "Care", "Index a revision now."),
    _command("verify", "Care", "Compare the index with git's tree, without changing anything."),
    _command("status", "Every day", "Show what is indexed here and what is behind."),
    _command("report", "Sharing", "Write a project's state as one page, or as JSON, for other people."),
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
    _command("export", "Memories", "Export all memories with their history as JSON lines."),
    CommandEntry("import", "scrubjay.cli.import_memories", "Memories", "Import memories, notes or conversations."),
    _command("checkpoint", "Memories", "Create, list or restore checkpoints of all memories."),
    _command("pool", "Memories", "Share memories between agents in pools."),
    _command("audit", "Memories", "Show or verify the audit log."),
    _command("quarantine", "Memories", "Take what an author or a session wrote out of every answer, or give it back."),
    _command("blast", "Memories", "List what followed from what an author or a session wrote, and who was told it."),
    _command("publish", "Sharing", "Commit memories as Markdown on a branch, for a pull request. Nothing is pushed."),
    _command("sync", "Sharing", "Sync your own memories between your machines, encrypted, through a git remote."),
    _command(
        "forge",
        "Sharing",
        "Read issues, pull requests and reviews, read-only: sync, list, import, forget.",
        "scrubjay_forges.commands.forge",
    ),
    _command("consolidate", "Sharing", "Group memories that say the same; let go what had its time."),
    _command("graph", "Sharing", "Show how things hang together: path, around, find, export."),
    _command("procedure", "Sharing", "Show what was learned from commands that succeeded; publish it as a skill."),
    _command("promotion", "Sharing", "Show why memories graduate, replay decisions, report how sessions ended."),
    _command("session", "Sessions", "Start a session with a briefing, note a step, or save the session's state."),
    _command("handoff", "Sessions", "Hand work over: list, show, create, accept, complete, reject, cancel."),
    _command("agents", "Sessions", "List, register or forget agents, and clean up what has ended."),
    _command("project", "Set-up", "List, show, join, move or forget projects."),
    _command("settings", "Set-up", "Write a setting into your own file, for all projects or for this one."),
    _command("hooks", "Set-up", "Install, remove or show the git hooks."),
    _command("serve", "Set-up", "Run one of the MCP servers over stdio."),
    _command("backup", "Care", "Back up everything to one file, check it (--check FILE), or restore it."),
    _command("embed", "Care", "Compute missing vectors, show progress, or recompute all of them."),
    _command("bench", "Care", "Measure the search quality of each recipe."),
    _command("gc", "Care", "Delete index entries whose content git no longer has, and give the space back."),
    _command("completion", "Set-up", "Print a completion script for bash, zsh or fish."),
    _command("uninstall", "Set-up", "Undo everything that init did in this repository."),
)

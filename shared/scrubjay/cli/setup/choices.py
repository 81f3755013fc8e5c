"""Questions that set-up asks: which clients, and whether conversations may be kept."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrubjay.cli.context import Invocation
from scrubjay.cli.output import can_ask, complain, say, warn
from scrubjay.errors import ConfigError, UsageError
from scrubjay.git.process import Git
from scrubjay.identity.person.keys import agreed
from scrubjay.integrations.client_files.client import Client, Site
from scrubjay.integrations.clients.table import CLIENTS
from scrubjay.integrations.edits import Receipt
from scrubjay.model.counted import counted
from scrubjay.session.conversations.transcripts import claude_folder, project_transcripts
from scrubjay.settings.layers import USER_FILE
from scrubjay.settings.write import set_setting
from scrubjay.storage.filesystem import private_folder

if TYPE_CHECKING:
    from scrubjay.git.repository import Repository
    from scrubjay.settings.schema import Settings


ALL, PRINT = "all", "print"


def choose_clients(names: Sequence[str], site: Site, receipt: Receipt) -> tuple[Client, ...]:
    """The clients to set up, in the table's order: the named ones, else those that are set up, else the table's first.

    Raises UsageError.
    """
    _check_known(names, (*CLIENTS, ALL, PRINT))
    set_up = tuple(client.name for client in CLIENTS.values() if client.is_set_up(receipt))
    wanted = names or set_up or tuple(CLIENTS)[:1]
    return tuple(
        client for client in CLIENTS.values() if client.name in wanted or (ALL in wanted and client.detect(site))
    )


def named_clients(names: Sequence[str]) -> tuple[Client, ...]:
    """The named clients, in the table's order. Raises UsageError."""
    _check_known(names, tuple(CLIENTS))
    return tuple(client for client in CLIENTS.values() if client.name in names)


def _check_known(names: Sequence[str], known: Sequence[str]) -> None:
    unknown = next((name for name in names if name not in known), None)
    if unknown is not None:
        raise UsageError(f"Unknown client {unknown[:40]!r}. Clients: {', '.join(known)}.")


def printed(names: Sequence[str]) -> bool:
    """Whether entries to paste are asked for."""
    return PRINT in names


def offer(site: Site, receipt: Receipt, chosen: Sequence[Client], *, asking: bool) -> tuple[Client, ...]:
    """Other clients used on this account for which a person at the terminal agrees to set-up.

    Where nobody is asked, each is named with its command.
    """
    others = [
        client
        for client in CLIENTS.values()
        if client not in chosen and client.detect(site) and not client.is_set_up(receipt)
    ]
    if asking and can_ask():
        return tuple(
            client for client in others if agreed(f"{client.title} is used here as well. Set it up, too?", complain)
        )
    for client in others:
        say(f"{client.title} is used here as well: `scrubjay init --client {client.name}` sets it up.")
    return ()


def ask_for_conversations(invocation: Invocation, settings: "Settings", repository: "Repository") -> None:
    """Ask, unless the user has said so already or has no transcripts of this repository; keep either answer."""
    if "index" in settings.conversations.given or not can_ask():
        return
    git = Git(repository.worktree, invocation.git)
    files, _ = project_transcripts(
        claude_folder(invocation.environment, invocation.account), (), (repository.common_dir,), git
    )
    if not files:
        return
    say(f"Claude Code has {counted(len(files), 'transcript')} of this repository. scrubjay can store and search them:")
    say(f"on this machine only, with secrets masked, for {counted(settings.conversations.retention_days, 'day')}.")
    store = agreed("Store conversations?", complain)
    private_folder(settings.home)
    try:
        set_setting(settings.home / USER_FILE, ("conversations", "index"), "true" if store else "false")
    except ConfigError as error:
        warn(str(error))

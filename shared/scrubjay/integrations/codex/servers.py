"""Registration of the servers with Codex, as a marked block at the end of its `config.toml`."""

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path

from scrubjay.errors import ConfigError
from scrubjay.integrations.client_files.client import Plan, Site
from scrubjay.integrations.client_files.launch import SERVERS, Launch, server_commands
from scrubjay.integrations.codex.released import released
from scrubjay.integrations.edits import FileChange, Receipt, apply, block, content
from scrubjay.model.agent import AgentType

FILE = ".codex/config.toml"


class CodexServers:
    """The block as a part of Codex' set-up."""

    name = "servers"

    def plan(self, site: Site, receipt: Receipt) -> Plan:
        """Add or update it."""
        return Plan(plan_register(site.account, site.launch))

    def apply(self, site: Site, receipt: Receipt) -> Plan:
        """Execute `plan`."""
        return Plan(register(site.account, site.launch, receipt))

    def take_back(self, site: Site, receipt: Receipt) -> Plan:
        """Remove it when no other project of the home uses it."""
        return Plan(unregister(site.account, site.launch.home, receipt, site.projects))


def tables(launch: Launch) -> str:
    """Both servers as TOML tables. A JSON string is a TOML string."""
    lines: list[str] = []
    for server in server_commands(launch, AgentType.CODEX):
        lines += [
            f"[mcp_servers.{server.name}]",
            f"command = {json.dumps(server.command)}",
            f"args = {json.dumps(server.arguments)}",
        ]
        if launch.home:
            lines.append(f"env = {{ SCRUBJAY_HOME = {json.dumps(launch.home)} }}")
    return "\n".join(lines)


def plan_register(account: Path, launch: Launch) -> tuple[FileChange, ...]:
    """Append the block, or update it; empty when it is current.

    Raises ConfigError for a file that isn't TOML, or that names one of the servers itself.
    """
    file = _file(account)
    before = content(file)
    text = released(before or b"", SERVERS)
    rest = block.remove(text) if block.find(text) is not None else text
    _check(file, rest)
    lines = ["# >>> scrubjay: `scrubjay uninstall` takes this block out. >>>", tables(launch), "# <<< scrubjay <<<"]
    expected = "\n".join(lines).encode("utf-8", "surrogateescape")
    after = block.replace(text, expected) if block.find(text) is not None else block.insert(text, expected, len(text))
    description = f"register scrubjay's two servers in {file}"
    return () if after == before else (FileChange(_root(account, file), file, before, after, description, mode=0o600),)


def register(account: Path, launch: Launch, receipt: Receipt) -> tuple[FileChange, ...]:
    """Execute `plan_register`; idempotent. Everything else keeps every byte."""
    changes = plan_register(account, launch)
    apply(changes, receipt)
    receipt.add("codex", *(f"file {change.path}" for change in changes if change.before is None))
    return changes


def users(others: Sequence[Receipt]) -> tuple[Receipt, ...]:
    """Which other projects' set-up asked for the block too: the file belongs to the account."""
    return tuple(other for other in others if "codex" in other)


def plan_unregister(
    account: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()
) -> tuple[FileChange, ...]:
    """Remove the block, if this project's set-up asked for it, no other's did, and it names this home (`Launch.home`).

    A file that was created for it is deleted. `others`: the receipts of the home's other projects.
    """
    file = _file(account)
    before = content(file) if "codex" in receipt and not users(others) else None
    place = block.find(before or b"")
    if before is None or place is None or _home_of(before[slice(*place)]) != home:
        return ()
    rest = block.remove(released(before, SERVERS))
    after = None if not rest and f"file {file}" in receipt else rest
    return (FileChange(_root(account, file), file, before, after, f"take scrubjay's servers out of {file}"),)


def unregister(account: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()) -> tuple[FileChange, ...]:
    """Execute `plan_unregister`. A project that still uses the block is handed what was created for it."""
    changes = plan_unregister(account, home, receipt, others)
    apply(changes, receipt)
    file = _file(account)
    created = tuple(name for name in (f"file {file}", f"folder {file.parent}") if name in receipt)
    for heir in users(others)[:1]:
        heir.add(*created)
        receipt.drop(*created)
    receipt.drop("codex", f"file {file}")
    return changes


def _home_of(present: bytes) -> str:
    """The home that a block names; empty for the platform's, and where the block was modified."""
    try:
        servers = tomllib.loads(present.decode("utf-8")).get("mcp_servers", {})
        return str(servers[min(SERVERS)].get("env", {}).get("SCRUBJAY_HOME", ""))
    except (ValueError, KeyError, AttributeError, TypeError):
        return ""


def _file(account: Path) -> Path:
    """The file with links resolved: some people keep it elsewhere and link to it."""
    return (account / FILE).resolve()


def _root(account: Path, file: Path) -> Path:
    return account.resolve() if file.is_relative_to(account.resolve()) else file.parent


def _check(file: Path, text: bytes) -> None:
    try:
        config = tomllib.loads(text.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(
            f"{file} is not TOML ({error}), so scrubjay leaves it alone. Repair it and run again."
        ) from error
    servers = config.get("mcp_servers")
    conflicts = sorted(set(SERVERS) & set(servers)) if isinstance(servers, dict) else []
    if conflicts:
        raise ConfigError(f"{file} has its own {' and '.join(conflicts)}. Take them out and run again, or keep them.")

"""Registration of the servers with Codex, as a marked block at the end of its `config.toml`."""

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path

from scrubjay.errors import ConfigError
from scrubjay.integrations.claude_code.servers import SERVERS, Launch
from scrubjay.integrations.edits import FileChange, Receipt, apply, block, content

FILE = ".codex/config.toml"


def tables(launch: Launch) -> str:
    """Both servers as TOML tables. A JSON string is a TOML string; `-I` keeps the repository's own code out."""
    lines: list[str] = []
    for name, module in SERVERS.items():
        lines += [
            f"[mcp_servers.{name}]",
            f"command = {json.dumps(launch.start[0])}",
            f"args = {json.dumps(launch.arguments('-I', '-m', module))}",
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
    text = before or b""
    rest = block.remove(text) if block.find(text) is not None else text
    _check(file, rest)
    lines = ["# >>> scrubjay: `scrubjay uninstall` takes this block out. >>>", tables(launch), "# <<< scrubjay <<<"]
    expected = "\n".join(lines).encode("utf-8", "surrogateescape")
    after = block.replace(text, expected) if block.find(text) is not None else block.insert(text, expected, len(text))
    description = f"register scrubjay's two servers in {file}"
    return () if after == before else (FileChange(account, file, before, after, description, mode=0o600),)


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
    rest = block.remove(before)
    after = None if not rest and f"file {file}" in receipt else rest
    return (FileChange(account, file, before, after, f"take scrubjay's servers out of {file}"),)


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
    return account / FILE


def _check(file: Path, text: bytes) -> None:
    try:
        config = tomllib.loads(text.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(
            f"{file} is not TOML ({error}), so scrubjay leaves it alone. Repair it and run again."
        ) from error
    servers = config.get("mcp_servers")
    conflicts = sorted(set(SERVERS) & set(servers)) if isinstance(servers, dict) else []
    if conflicts:
        raise ConfigError(f"{file} has its own {' and '.join(conflicts)}. Take them out and run again, or keep them.")

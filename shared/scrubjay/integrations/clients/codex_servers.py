"""Registration of the servers with Codex, as a marked block at the end of its `config.toml`."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from scrubjay.errors import ConfigError
from scrubjay.integrations.client_files.client import Plan, Site
from scrubjay.integrations.client_files.file_servers import BY_HAND, OUT_BY_HAND, its_own
from scrubjay.integrations.client_files.launch import SERVERS, Launch
from scrubjay.integrations.clients import codex_server_tables as server_tables
from scrubjay.integrations.edits import FileChange, Receipt, apply, block, content
from scrubjay.integrations.edits.guarded import Ours, guarded_change, nothing_left
from scrubjay.integrations.edits.jsonc import BOM, unix


def parse(text: str) -> Mapping[str, object]:
    """The values that a TOML text says. Raises ValueError."""
    return tomllib.loads(text.removeprefix(BOM))


def parsed(file: Path, data: bytes) -> Mapping[str, object]:
    """The values that the TOML bytes of a file say. Raises ConfigError."""
    try:
        return parse(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ConfigError(
            f"{file} is not TOML ({error}), so scrubjay leaves it alone. Repair it and run again."
        ) from error


def with_foreign_tables_out(text: bytes, own: Iterable[str]) -> bytes:
    """The text with every table in our block that isn't one of `own` moved right behind it, in its order."""
    place = block.find(text)
    if place is None:
        return text
    start, end = place
    names = b"|".join(re.escape(f"mcp_servers.{name}".encode()) for name in own)
    last = text.rfind(b"\n", start, end) + 1
    foreign = re.search(rb"(?m)^\n*\[(?!(?:" + names + rb")[\].])", text[start:last])
    if foreign is None:
        return text
    at = start + foreign.start()
    theirs = text[at:last]
    following = text[end:] if text[end : end + 1] == b"\n" else b"\n" + text[end:]
    return text[:at].rstrip(b"\n") + b"\n" + text[last:end] + b"\n" + theirs.lstrip(b"\n") + following[1:]


CLIENT = "codex"
FILE = "config.toml"

BEGIN = "# >>> scrubjay: `scrubjay uninstall` takes this block out. >>>"
END = "# <<< scrubjay <<<"


class CodexServers:
    """Codex' servers as a part of its set-up: the block in config.toml."""

    name = "servers"

    def plan(self, site: Site, receipt: Receipt) -> Plan:
        """Plan to add or update the block; servers of these names that aren't ours are somebody's own."""
        folder, receipts = site.folder(CLIENT), (receipt, *site.projects)
        theirs = foreign(folder, site.launch.home, receipts)
        return Plan(notes=(its_own(_file(folder), theirs),)) if theirs else Plan(plan_register(folder, site.launch))

    def apply(self, site: Site, receipt: Receipt) -> Plan:
        """Execute `plan`."""
        plan = self.plan(site, receipt)
        return plan if plan.notes else Plan(register(site.folder(CLIENT), site.launch, receipt))

    def take_back(self, site: Site, receipt: Receipt) -> Plan:
        """Remove the block where no other project of the home uses it: wherever Codex' folder was then."""
        folders = [Path(name.removeprefix(_receipt_mark(""))) for name in receipt.names(_receipt_mark(""))]
        home = site.launch.home
        return Plan(tuple(each for folder in folders for each in unregister(folder, home, receipt, site.projects)))


def foreign(folder: Path, home: str, receipts: Sequence[Receipt] = ()) -> tuple[str, ...]:
    """Which of our servers' names stand in the file for something else than this home (`Launch.home`).

    Outside of a block they are ours where one of the `receipts` says that we wrote some, else the user pasted them.
    """
    file = _file(folder)
    text = with_foreign_tables_out(unix(content(file) or b""), SERVERS)
    config = parsed(file, text)
    servers = config.get("mcp_servers")
    wrote = _block_of(text, home) is not None or users(folder, receipts)
    ours = server_tables.entries(config, home) if wrote else {}
    return tuple(name for name in SERVERS if isinstance(servers, Mapping) and name in servers and name not in ours)


def plan_register(folder: Path, launch: Launch) -> tuple[FileChange, ...]:
    """Plan to append the block, or to update it; empty when it is current. `folder` is Codex' own.

    Raises ConfigError for a file that isn't TOML, or in which nothing can be added to `mcp_servers` as it is written.
    """
    file = _file(folder)
    before = content(file)
    text = with_foreign_tables_out(unix(before or b""), SERVERS)
    config = parsed(file, text)
    present = server_tables.entries(config, launch.home)
    marked = _block_of(text, launch.home) is not None
    rest = block.remove(text) if block.find(text) is not None else text
    left = server_tables.entries(parsed(file, rest), launch.home)
    if left:
        rest, marked = _without_servers(file, rest, left), False
    lines = [BEGIN, server_tables.tables(launch, present), END]
    expected = "\n".join(lines).encode("utf-8", "surrogateescape")
    if marked and present == server_tables.entries(parsed(file, expected), launch.home):
        after = text
    elif block.find(text) is not None and not left:
        after = block.replace(text, expected)
    else:
        after = block.insert(rest, expected, len(rest))
    description = f"register scrubjay's two servers in {file}"
    change = FileChange(_root(file), file, before, after, description, mode=0o600)
    return guarded_change(change, _own_places(f"Write its servers as [mcp_servers.NAME] and run again. Or: {BY_HAND}"))


def register(folder: Path, launch: Launch, receipt: Receipt) -> tuple[FileChange, ...]:
    """Execute `plan_register`; idempotent. Everything else keeps every byte."""
    changes = plan_register(folder, launch)
    apply(changes, receipt)
    receipt.add(_receipt_mark(folder), *(f"file {change.path}" for change in changes if change.before is None))
    return changes


def users(folder: Path, others: Sequence[Receipt]) -> tuple[Receipt, ...]:
    """Which projects' set-up asked for the block: the file belongs to the account."""
    return tuple(other for other in others if _receipt_mark(folder) in other)


def plan_unregister(
    folder: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()
) -> tuple[FileChange, ...]:
    """Plan to remove what names this home (`Launch.home`), if this project's set-up asked for it and no other's did.

    A file that was created for it is deleted. `others`: the receipts of the home's other projects.
    """
    file = _file(folder)
    before = content(file) if _receipt_mark(folder) in receipt and not users(folder, others) else None
    if before is None:
        return ()
    text = with_foreign_tables_out(unix(before), SERVERS)
    rest = block.remove(text) if _block_of(text, home) is not None else unix(before)
    left = server_tables.entries(parsed(file, rest), home)
    rest = _without_servers(file, rest, left) if left else rest
    after = None if not rest and f"file {file}" in receipt else rest
    description = f"take scrubjay's servers out of {file}"
    return guarded_change(FileChange(_root(file), file, before, after, description), _own_places(OUT_BY_HAND))


def unregister(folder: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()) -> tuple[FileChange, ...]:
    """Execute `plan_unregister`. A project that still uses the block is handed what was created for it."""
    changes = plan_unregister(folder, home, receipt, others)
    apply(changes, receipt)
    file = _file(folder)
    folders = (f"folder {parent}" for parent in file.parents)
    created = tuple(name for name in (f"file {file}", *folders) if name in receipt)
    for heir in users(folder, others)[:1]:
        heir.add(*created)
        receipt.drop(*created)
    receipt.drop(_receipt_mark(folder), f"file {file}")
    return changes


def _receipt_mark(folder: Path | str) -> str:
    """The receipt's entry for the block in Codex' folder."""
    return f"servers {CLIENT} {folder}"


def _block_of(text: bytes, home: str) -> block.Place | None:
    """The block, if it names this home; none where it was modified so that it names nothing."""
    place = block.find(text)
    try:
        config = tomllib.loads(text[slice(*place)].decode("utf-8")) if place else {}
    except ValueError:
        return None
    return place if server_tables.entries(config, home) else None


def _without_servers(file: Path, text: bytes, names: Mapping[str, object]) -> bytes:
    try:
        return server_tables.without_tables(text, names)
    except ValueError as error:
        raise ConfigError(f"{file}: {error}. Take out {' and '.join(sorted(names))} by hand and run again.") from error


def _file(folder: Path) -> Path:
    """The file with links resolved: some people keep it elsewhere and link to it."""
    return (folder / FILE).resolve()


def _root(file: Path) -> Path:
    """The folder that the file must stay in: the disk's root, since no part of its path is a link."""
    return Path(file.anchor)


def _own_places(otherwise: str) -> Ours:
    """What of the file is ours, for a guarded change."""
    return Ours(parse=parse, places={("mcp_servers", name): nothing_left for name in SERVERS}, otherwise=otherwise)

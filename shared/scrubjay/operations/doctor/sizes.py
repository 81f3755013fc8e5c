"""Sizes of the home, and what lies in it that nobody needs."""

from collections.abc import Mapping
from pathlib import Path

from scrubjay.log.log import KEPT, MAX_BYTES, home_file, rotated
from scrubjay.model.check import Check
from scrubjay.model.counted import counted
from scrubjay.model.project import Project
from scrubjay.storage.copy import FOLDER, upgrade_copies
from scrubjay.storage.damage import FOLDER as ASIDE
from scrubjay.storage.damage import quarantined
from scrubjay.storage.opening import LIMIT_BYTES
from scrubjay.storage.queue import log as log_file

MOST = 20
"""Of what lies about so many are named."""

MOST_LOG_BYTES = 4 * LIMIT_BYTES
"""Four times where it is put back: with 8 writers it reached 39 MB before somebody got its turn."""


def megabytes(bytes_: int) -> str:
    """A size for people."""
    return f"{bytes_ / 1e6:,.1f} MB"


def size(*folders: Path) -> int:
    """The bytes of all files below some folders; what vanishes meanwhile counts nothing."""
    total = 0
    for folder in folders:
        for file in folder.rglob("*"):
            try:
                total += file.lstat().st_size
            except OSError:
                continue
    return total


def databases(home: Path) -> Check:
    """The databases of all projects, without their logs."""
    files = [file for file in home.rglob("*.db") if not {FOLDER, ASIDE} & set(file.parts)]
    total = sum(file.stat().st_size for file in files if file.is_file())
    return Check(
        "database size", True, f"{megabytes(total)} in {counted(len(files), 'file')}", "", _largest_project(home)
    )


def write_ahead_logs(home: Path) -> Check:
    """Whether a log is far beyond the size where it goes back into its file: then a reader never ends."""
    logs = {file: file.stat().st_size for file in home.rglob("*.db-wal") if file.is_file()}
    large = [file for file, bytes_ in logs.items() if bytes_ > MOST_LOG_BYTES]
    expected = f"at most {megabytes(MOST_LOG_BYTES)} each"
    summary = f"{megabytes(sum(logs.values()))} in {counted(len(logs), 'log')}"
    if large:
        names = ", ".join(map(str, large))
        return Check("write-ahead logs", False, f"{summary}; large: {names}", expected, "restart the running clients")
    return Check("write-ahead logs", True, summary, expected)


def logs(home: Path, worktree: Path | None) -> Check:
    """The ingestion logs, and the diagnostic log of SCRUBJAY_LOG; they rotate by themselves."""
    folders = [home / "projects", *([worktree / ".agent" / "logs"] if worktree else [])]
    files = [file for folder in folders for file in folder.rglob(f"{log_file.NAME}*")]
    files += [file for file in rotated(home_file(home)) if file.is_file()]
    total = sum(file.stat().st_size for file in files if file.is_file())
    most = f"at most {megabytes(MAX_BYTES * KEPT)} a worktree"
    return Check("logs", True, f"{megabytes(total)} in {counted(len(files), 'file')}", most)


def backups(home: Path) -> Check:
    """The copies that upgrades kept, and the user's own backups in the home."""
    copies = [
        copy for file in home.rglob("*.db") if not {FOLDER, ASIDE} & set(file.parts) for copy in upgrade_copies(file)
    ]
    backups_ = sorted((home / FOLDER).glob("scrubjay-*.tar.gz"))
    total = sum(file.stat().st_size for file in [*copies, *backups_])
    newest = f"; the newest: {backups_[-1].name}" if backups_ else ""
    summary = f"{len(backups_)} made by you, {len(copies)} made before upgrades, {megabytes(total)}{newest}"
    return Check("backups", True, summary, "", "" if backups_ else "`scrubjay backup DIR` creates one")


def orphans(
    home: Path, projects: tuple[Project, ...], closed: tuple[Project, ...], unreadable: Mapping[str, str]
) -> Check:
    """Projects that no clone opens, and folders that home.db doesn't know.

    `unreadable`: by a project's id what can't be read in a clone of it that is there.
    """
    ids = {project.id for project in projects}
    lost = [folder for folder in sorted((home / "projects").glob("*")) if folder.name not in ids]
    problems = [
        f"project {project.name} ({project.id[:12]}) {unreadable.get(project.id, 'has no clone')}" for project in closed
    ]
    problems += [f"folder {folder} belongs to no project" for folder in lost]
    if not problems:
        return Check("orphans", True, "none", "none")
    do = (
        "`scrubjay project join ID` in a clone reopens a project, `scrubjay project forget ID` deletes it; "
        "delete the folders yourself"
    )
    if lost:
        do = f"`scrubjay doctor --repair` restores projects from their folders; {do}"
    return Check("orphans", True, "; ".join(problems[:MOST]), "none", do)


def set_aside(home: Path) -> Check:
    """Damaged files and previous homes that a repair or a restore kept."""
    damaged = quarantined(home)
    homes = sorted(home.parent.glob(f"{home.name}.before-restore-*"))
    items = [f"damaged file {file}" for file in damaged] + [f"previous home {folder}" for folder in homes]
    if not items:
        return Check("set aside", True, "nothing", "")
    look = ["`sqlite3 'FILE' .recover` shows what a database holds"] * bool(damaged)
    look += ["`SCRUBJAY_HOME='FOLDER' scrubjay project list` opens a home"] * bool(homes)
    do = f"scrubjay doesn't need them: {', '.join(look)}; delete them when you don't either"
    return Check("set aside", True, "; ".join(items[:MOST]), "", do)


def _largest_project(home: Path) -> str:
    """The largest project and its size, in words; empty where there are fewer than two."""
    folders = [folder for folder in (home / "projects").glob("*") if folder.is_dir()]
    if len(folders) < 2:
        return ""
    largest = max(folders, key=size)
    return f"the largest project is {largest.name[:12]}: {megabytes(size(largest))}"

"""Fast path for hooks: the project that a clone opens, read-only; a hook does nothing where there is none."""

from pathlib import Path

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.identity.projects.file import UntrustedFile, device_and_inode, read_file
from scrubjay.identity.projects.ids import home_id
from scrubjay.identity.projects.ownership import owns_common_dir
from scrubjay.storage.database import Database
from scrubjay.storage.queries import load

Q = load(__package__)


def opened_project(git: Git, repository: Repository, home: Path, database: Database) -> str:
    """The project that a clone opens; empty where it opens none. Nothing is written."""
    id = home_id(home)
    return _where_it_was(git, repository, id, database) or _decided(git, repository, id, database)


def _where_it_was(git: Git, repository: Repository, id: str, database: Database) -> str:
    """Fast path: the project of a clone that wasn't moved, by one row."""
    try:
        binding = read_file(repository.common_dir, id)
    except UntrustedFile:
        return ""
    if binding is None or not owns_common_dir(git, repository):
        return ""
    params = {"id": binding[0], "secret": binding[1]}
    row = database.read(lambda c: c.execute(Q.clone_with_secret, params).fetchone())
    location = (str(repository.common_dir), *device_and_inode(repository.common_dir))
    return binding[0] if row and (row["common_dir"], row["device"], row["inode"]) == location else ""


def _decided(git: Git, repository: Repository, id: str, database: Database) -> str:
    """Fallback: the full decision, whose classes are imported only here."""
    from scrubjay.identity.projects.facts import collect_facts
    from scrubjay.identity.projects.identity import Opens, identify

    binding = identify(collect_facts(git, repository, id, database))
    return binding.project if isinstance(binding, Opens) else ""

"""Collects the facts for the identity decision, and looks up only those that it needs."""

from pathlib import Path

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.identity.projects.binding import folder_of, read
from scrubjay.identity.projects.file import owns_common_dir
from scrubjay.identity.projects.identity import Absent, CloneFacts, Folder, Opens, Unusable, identify, same_folder
from scrubjay.identity.projects.roots import root_commits, unborn
from scrubjay.model.frozen import replace
from scrubjay.storage.database import Database
from scrubjay.storage.driver import load

Q = load(__package__)


def collect_facts(
    git: Git, repository: Repository, home_id: str, database: Database, *, trusted: bool = False
) -> CloneFacts:
    """Collect the facts. For a clone that wasn't moved, that takes two files and one row.

    `trusted`: take the common directory for this worktree's own; only the binder sets it.
    """
    folder, binding = folder_of(repository.common_dir), read(repository.common_dir, home_id)
    if isinstance(binding, Unusable):
        return CloneFacts(folder=folder, binding=binding)
    if not (trusted or owns_common_dir(git, repository) or paired(database, repository)):
        return CloneFacts(folder=folder, binding=binding, owns_common_dir=False)
    if isinstance(binding, Absent):
        return CloneFacts(folder=folder, binding=binding)
    params = {"id": binding.project, "secret": binding.secret_sha256}
    row = database.read(lambda c: c.execute(Q.clone_with_secret, params).fetchone())
    if row is None:
        project = database.read(lambda c: c.execute(Q.find_project, params).fetchone())
        return CloneFacts(folder=folder, binding=binding, project_known=project is not None)
    facts = CloneFacts(
        folder=folder, binding=binding, clone=Folder(row["common_dir"], row["device"], row["inode"]), project_known=True
    )
    if facts.clone and same_folder(folder, facts.clone):
        return facts
    return replace(
        facts,
        original_exists=row["common_dir"] != folder.common_dir and read(Path(row["common_dir"]), home_id) == binding,
        continues=_continues(git, repository, binding.project, database),
    )


def decided_project(git: Git, repository: Repository, home_id: str, database: Database) -> str:
    """The project that a clone opens, by the full decision; empty where it opens none."""
    binding = identify(collect_facts(git, repository, home_id, database))
    return binding.project if isinstance(binding, Opens) else ""


def paired(database: Database, repository: Repository) -> bool:
    """Whether the home has on record that this worktree reaches its common directory by a file or link of its own."""
    params = {"common_dir": str(repository.common_dir), "worktree": str(repository.worktree)}
    return database.read(lambda c: c.execute(Q.is_paired, params).fetchone()) is not None


def _continues(git: Git, repository: Repository, project: str, database: Database) -> bool:
    roots = database.read(lambda c: frozenset(row["oid"] for row in c.execute(Q.roots, {"id": project})))
    return repository.shallow or not roots or unborn(git) or bool(roots & root_commits(git, repository))

"""Does this clone open a project? The short question of a hook, which stays silent wherever the answer is no."""

from pathlib import Path

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.projects.identity import Opens, OpensUntilBound, identify
from scrubjay.projects.ids import home_id
from scrubjay.projects.look import look
from scrubjay.storage.database import Database


def opened_here(git: Git, repository: Repository, home: Path, database: Database) -> str:
    """The project that a clone opens; empty where it opens none. Nothing is written."""
    match identify(look(git, repository, home_id(home), database)):
        case Opens(project) | OpensUntilBound(project):
            return project
        case _:
            return ""

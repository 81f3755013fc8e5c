"""Is this clone one of a project's? The short question of a hook: the binding, and the clones that the home knows."""

import re

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.storage.database import Database
from scrubjay.storage.queries import load

Q = load("scrubjay.projects")

KEY = "scrubjay.project"
_ID = re.compile(r"[0-9a-f]{32}")


def valid_id(text: str) -> bool:
    """Whether a text has the form of a project id."""
    return _ID.fullmatch(text) is not None


def bound_id(git: Git) -> str:
    """The project id in the clone's local git config; empty when there is none or it isn't an id."""
    code, out = git.answer("config", "--local", "--get", KEY)
    text = out.decode("ascii", "replace").strip() if code == 0 else ""
    return text if valid_id(text) else ""


def bound_here(git: Git, repository: Repository, home: Database) -> str:
    """The project that a clone is bound to and known for; empty for a copied id, whose clone is elsewhere."""
    project = bound_id(git)
    if not project:
        return ""
    asked = {"common_dir": str(repository.common_dir), "project": project}
    return project if home.read(lambda c: c.execute(Q.is_clone, asked).fetchone()) else ""

"""How do tests of projects name clones and the file that binds them?"""

import shutil
from collections.abc import Callable
from pathlib import Path

from scrubjay.git.process import GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.identity.projects.binder import ProjectBinder
from scrubjay.identity.projects.file import home_id
from scrubjay.identity.projects.registry import ProjectRegistry
from tests.conftest import Repo

Home = Callable[[str], ProjectBinder]


def opened(repo: Repo) -> Repository:
    return open_repository(repo.path, GitEnvironment.of(repo.environment))


def beside(repo: Repo, name: str) -> Repo:
    return Repo(repo.path.parent / name, repo.environment)


def file_of(repo: Repo, registry: ProjectRegistry) -> Path:
    return repo.path / ".git" / "scrubjay" / home_id(registry.home)


def copied(repo: Repo, name: str = "copy") -> Repo:
    shutil.copytree(repo.path, repo.path.parent / name, symlinks=True)
    return beside(repo, name)

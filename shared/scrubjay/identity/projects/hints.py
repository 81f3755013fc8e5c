"""Suggestions which projects a repository may belong to, from public data: shown to a person, they open nothing."""

import re
from collections.abc import Iterable

from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass
from scrubjay.model.project import Project

MAX_CLONES = 50
"""Clones whose remotes are read; each costs a process."""


@dataclass(frozen=True, slots=True)
class ProjectHint:
    """A project that a repository may belong to, and why."""

    project: Project
    reasons: tuple[str, ...]


def matching_projects(
    projects: Iterable[Project],
    *,
    roots: frozenset[str],
    named: frozenset[str],
    left: str,
    addresses: frozenset[str] = frozenset(),
    clone_remotes: "dict[str, frozenset[str]] | None" = None,
) -> tuple[ProjectHint, ...]:
    """The matching projects, the strongest reason first.

    `roots`: commits of this clone that the home knows as roots; `named`: ids in the repository's files; `left`: the
    project that `uninstall` left here; `addresses`: the remotes here, `clone_remotes` those of each project's clones.
    """  # fmt: skip
    hints = []
    for project in projects:
        reasons = (
            *(("scrubjay was uninstalled here",) if project.id == left else ()),
            *(("the same root commit",) if project.roots & roots else ()),
            *(("its id is in this repository",) if project.id in named else ()),
            *(("the same remote",) if addresses & (clone_remotes or {}).get(project.id, frozenset()) else ()),
        )
        if reasons:
            hints.append(ProjectHint(project, reasons))
    return tuple(sorted(hints, key=lambda hint: (-len(hint.reasons), hint.project.created_at, hint.project.id)))


def remotes(git: Git) -> frozenset[str]:
    """The normalised addresses of a clone's remotes, independent of the protocol."""
    code, output = git.answer("config", "--local", "--get-regexp", r"^remote\..*\.url$")
    lines = output.decode("utf-8", "replace").splitlines() if code == 0 else []
    return frozenset(normalised_address(line.partition(" ")[2]) for line in lines) - {""}


def normalised_address(url: str) -> str:
    """host/path of an address, without protocol, account, port and `.git`; a local path unchanged."""
    text = url.strip().rstrip("/").removesuffix(".git")
    match = re.fullmatch(r"(?:[a-z+]+://)?(?:[^@/]+@)?([^:/]+)(?::\d+(?=/))?[:/]+(.+)", text)
    if text.startswith(("/", "file://")) or match is None:
        return text.removeprefix("file://")
    return f"{match[1].lower()}/{match[2]}"

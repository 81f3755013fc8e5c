"""Protocol of a client for set-up: found on this machine, planned, written, taken back; the same four for each."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Protocol, Self

from scrubjay.errors import ScrubjayError
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.integrations.client_files.launch import FOLDERS, Launch
from scrubjay.integrations.edits import FileChange, Receipt
from scrubjay.model.frozen import dataclass, field

CLAUDE_SKILLS = ".claude/skills"
AGENT_SKILLS = ".agents/skills"
"""Read by Codex, Gemini CLI, opencode and Zed: one copy serves them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Where a client is set up: the account and its configuration folder, the repository, how we are started there.

    `skills`: the worktree's folder of Claude Code's skills. `projects`: the receipts of the home's other
    projects. `unwritable`: why nothing may be placed in the worktree; it would show in `git status`. `variables`: the
    environment, which may move a client's folder.
    """

    account: Path
    config: Path
    git: Git
    repository: Repository
    launch: Launch
    hooks: Launch
    skills: str = CLAUDE_SKILLS
    projects: tuple[Receipt, ...] = ()
    unwritable: str = ""
    macos: bool = False
    variables: Mapping[str, str] = field(default_factory=dict)

    def folder(self, client: str) -> Path:
        """Where a client keeps its files, links resolved: some people keep them elsewhere and link to them."""
        return FOLDERS[client].path(self.account, self.config, self.variables).resolve()

    @property
    def app_support(self) -> Path:
        """Where desktop programs keep their settings."""
        return self.account / "Library" / "Application Support" if self.macos else self.config


@dataclass(frozen=True, slots=True)
class Plan:
    """The changes, what stays as it is with the reason, and what can't be done: the reason and what to do."""

    changes: tuple[FileChange, ...] = ()
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @classmethod
    def of(cls, plans: Iterable[Self]) -> Self:
        """Several plans as one; what two of them say alike is said once."""
        plans = tuple(plans)
        return cls(
            tuple(change for plan in plans for change in plan.changes),
            tuple(dict.fromkeys(note for plan in plans for note in plan.notes)),
            tuple(dict.fromkeys(problem for plan in plans for problem in plan.problems)),
        )


def tried(act: Callable[[], Plan]) -> Plan:
    """The plan that `act` returns; an error becomes a problem in a plan, so that other parts go on."""
    try:
        return act()
    except ScrubjayError as error:
        return Plan(problems=(str(error),))
    except OSError as error:
        return Plan(problems=(f"{error.filename}: {error.strerror}. Make it readable and writable, and run again.",))


class ClientPart(Protocol):
    """Servers or hooks of one client. A plan reads; `apply` and `take_back` write, and say what they did."""

    @property
    def name(self) -> str:
        """What the part is called when it is shown."""

    def plan(self, site: Site, receipt: Receipt) -> Plan:
        """What `apply` would do."""

    def apply(self, site: Site, receipt: Receipt) -> Plan:
        """Write the part, and note in the receipt what was made. Idempotent. Raises ScrubjayError."""

    def take_back(self, site: Site, receipt: Receipt) -> Plan:
        """Take out what the receipt's project asked for, unless another project of the home uses it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """A client for set-up: its name, the files by which it is detected, its config file, and the parts to install.

    `signs`: its folders in the account. `skill_folder`: where it reads skills in a worktree, empty for none.
    `project_files`: files in the worktree that its set-up may make, hidden from git where it did. `shared`:
    entries of it in the account serve all projects. `config_file` and `hooked` say where servers and hooks stand.
    """

    name: str
    title: str
    signs: Callable[[Site], tuple[Path, ...]]
    config_file: str
    parts: tuple[ClientPart, ...]
    hooked: str = ""
    skill_folder: str = ""
    project_files: tuple[str, ...] = ()
    shared: bool = False

    def detect(self, site: Site) -> bool:
        """Whether the account has used the client: one of its folders is there."""
        return any(map(Path.is_dir, self.signs(site)))

    def is_set_up(self, receipt: Receipt) -> bool:
        """Whether a project's set-up wrote to its files."""
        return self.name in receipt

    def plan(self, site: Site, receipt: Receipt) -> tuple[tuple[ClientPart, Plan], ...]:
        """Each part with its plan."""
        return tuple((part, part.plan(site, receipt)) for part in self.parts)

    def apply(self, site: Site, receipt: Receipt, part: ClientPart) -> Plan:
        """Write one part, and note that the client is set up."""
        receipt.add(self.name)
        return part.apply(site, receipt)

    def skills(self, site: Site) -> str:
        """The folder for a client's skills; Claude Code's is a setting."""
        return site.skills if self.skill_folder == CLAUDE_SKILLS else self.skill_folder

    def keepers(self, site: Site, receipt: Receipt) -> tuple[Receipt, ...]:
        """Other projects that still need the client's entries, for which `take_back` leaves them."""
        return tuple(filter(self.is_set_up, site.projects)) if self.shared and self.is_set_up(receipt) else ()

    def take_back(self, site: Site, receipt: Receipt) -> Plan:
        """Undo every part, the last one first. What couldn't be done is for another time: the receipt keeps it."""
        done = Plan.of(tried(partial(part.take_back, site, receipt)) for part in reversed(self.parts))
        if not done.problems:
            receipt.drop(self.name)
        return done

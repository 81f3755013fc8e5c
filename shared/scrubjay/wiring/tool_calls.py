"""Calls of tools: worktree and client of each, what extensions add to its answer, and the answer's first line."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from scrubjay.git.head import Head, head, replaced_note
from scrubjay.identity.agents.calling import Calling, agent_label, session_of
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import View
from scrubjay.model.visible import session_name
from scrubjay.storage.files import Looks

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.tool import AnswerPart
    from scrubjay.model.agent import Caller
    from scrubjay.wiring.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTarget:
    """The worktree of a call, the source that led to it, and the client's session where it reports one.

    `links`: the client takes links to resources, and these are of this worktree. `step` tells the client how far a long
    call is. `client` is the name that the client gives itself, `configured` the server's `--client`, `process` this
    server. `added` are the parts that extensions add, each with the value of its argument. `looks` found the worktree.
    """

    workspace: "Workspace"
    source: str
    session: str = ""
    links: bool = False
    step: Callable[[int, int], None] | None = None
    client: str = ""
    configured: str = ""
    process: str = ""
    added: "tuple[tuple[AnswerPart[CallTarget], Any], ...]" = ()
    looks: Looks | None = None

    @property
    def calling(self) -> Calling:
        """The call's client, by which its agent is found."""
        return Calling(
            self.client, self.configured, self.session, self.process, str(self.workspace.repository.worktree)
        )

    def named(self, given: str) -> str:
        """The session that a call names: the reported one or its sub-agent; `given` if none was reported."""
        return self.named_session(given) if self.session else given

    def named_session(self, given: str) -> str:
        """The session that a call names; else what is inferred of the process, where nothing is named."""
        return session_of(self.calling, given)[0]

    @property
    def writer(self) -> str:
        """The session that the client reports, else the one that get_agent_info names; working sets merge by it."""
        return self.session or session_name(f"{self.process}@{self.workspace.repository.worktree}")

    @property
    def agent(self) -> str:
        """The label of the agent that makes this call: what it writes is marked by it."""
        return agent_label(self.calling)

    def caller(self, session: str = "", *, writes: bool = False) -> "Caller":
        """The agent and session that make this call, which counts towards their rate. Raises LimitExceeded."""
        return self.workspace.callers.of(self.calling, session, writes=writes)

    def moment(self) -> AbstractContextManager[object]:
        """See HEAD, refs and settings within the block as they were when the call came; nothing of them is written."""
        worktree = self.workspace.git.worktree
        return worktree.moment(self.looks) if worktree else nullcontext()

    def begin_parts(self, said: object) -> "Callable[[], Iterator[str]]":
        """Check what extensions add to a call, before anything is stored; the result does it, and gives lines."""
        begun = [part(self, value, said) for part, value in self.added]
        return lambda: (line for lines in begun for line in lines())

    def answer(self, *lines: str) -> str:
        """An answer under the heading of its worktree at HEAD."""
        return "\n".join([heading(self.workspace, head(self.workspace.git)), *lines])


def heading(workspace: "Workspace", at: Head | View, *notes: str) -> str:
    """The first line of every answer: worktree, branch, commit, and what is degraded or behind.

    It is a single line, whatever characters the names contain.
    """
    branch = "detached" if at.branch.startswith("detached:") else at.branch
    position = f"{branch} @ {at.commit[:10]}" if at.commit else f"{branch} (no commits)"
    parts = (workspace.repository.name, position, replaced_note(workspace.git, workspace.repository), *notes)
    return " · ".join(" ".join(part.split()) for part in parts if part)

"""A session's place on a branch: where it began, and where it was last."""

from scrubjay.model.frozen import dataclass
from scrubjay.model.visible import SESSION_SHOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPoint:
    """A session on a branch: the commit where it began, and its state at its client's last hook event.

    `event` is that event ("Stop", "PreCompact", "SessionEnd"; empty: none yet). `transcript` is the file of its
    conversation, `position` that file's length in bytes at the moment `at`.
    """

    session: str
    branch: str
    began_head: str
    began_at: str
    head: str
    at: str
    event: str = ""
    worktree: str = ""
    transcript: str = ""
    position: int = 0
    files: tuple[str, ...] = ()

    def describe(self, age: str) -> str:
        """A sentence which says that this session worked here and saved nothing; `age` says how long ago."""
        return f"Session {self.session[:SESSION_SHOWN]} was last at work here {age} and left no save"

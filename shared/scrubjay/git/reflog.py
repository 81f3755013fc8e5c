"""What happened to a ref? Its reflog, the newest step first."""

from dataclasses import dataclass

from scrubjay.git.frames import records
from scrubjay.git.process import Git

MOST = 500


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a ref: the commit that it went to, and git's message about it, such as "commit (amend): title"."""

    commit: str
    message: str


def reflog(git: Git, ref: str, limit: int = MOST) -> tuple[Step, ...]:
    """The newest steps of a ref; none where it has no reflog, and none behind a commit that is gone."""
    listed = git.fields(
        "log", "-g", "-z", f"-{limit}", "--no-show-signature", "--encoding=UTF-8", "--format=%H%x00%gs",
        "--end-of-options", ref, "--", ok=range(256), timeout=20,
    )  # fmt: skip
    return tuple(
        Step(commit.decode("ascii", "replace"), said.decode("utf-8", "replace")) for commit, said in records(listed, 2)
    )

"""Recognition of a clone that `uninstall` left: its history still has the commit that was HEAD then."""

import re

from scrubjay.git.process import Git
from scrubjay.text.hexadecimal import OBJECT_ID

MAX_REFLOG = 10_000


def history_continues(git: Git, commit: str) -> bool:
    """Whether a commit is an ancestor of HEAD or in HEAD's reflog; False for an empty commit id."""
    if not re.fullmatch(OBJECT_ID, commit):
        return False
    if git.answer("merge-base", "--is-ancestor", commit, "HEAD", timeout=60)[0] == 0:
        return True
    code, output = git.answer("log", "--walk-reflogs", "--format=%H", f"-{MAX_REFLOG}", "HEAD", "--")
    return code == 0 and commit in output.decode("ascii", "replace").split()

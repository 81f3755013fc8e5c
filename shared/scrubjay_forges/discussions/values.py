"""Values of discussions: an issue or pull request as a forge gives it, and what is read of one."""

import re
from typing import Final, Literal

from scrubjay.model.discussion import Sign
from scrubjay.model.frozen import dataclass

DiscussionKind = Literal["issue", "pull_request"]
State = Literal["open", "closed", "merged"]
Role = Literal["opening", "comment", "review", "line_comment"]

VERDICTS: Final = frozenset({"approved", "changes requested", "dismissed"})
"""Of a review; anything else is none."""

FoundBy = Literal["", "number", "head"]
"""How a merge commit was found in a clone: its message names the number, or the base branch has the last commit."""

MEMBERS: Final = frozenset({"OWNER", "MEMBER", "COLLABORATOR"})
"""GitHub's associations of who may write to the repository; everybody else is an outsider."""


NEVER_KEPT: Final = frozenset({"spam", "abuse"})
"""Why a text may be hidden at its forge so that it isn't even kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscussionPart:
    """One text as a forge gave it, not masked yet. `sign` and `number` are those of its discussion.

    `key` is unique in its repository: `opening/12`, `opening/!12`, `comment/991`, `review/55`, `line/77`; those of
    files are in keys.py. `verdict` is a review's, one of VERDICTS. `path`, `line` and `on_commit` say where a comment
    on lines stands, `reply_to` is the key of the first of its thread. `hidden` is why it is hidden at the forge:
    off-topic, outdated, resolved, duplicate. `brought`: it came to the forge from elsewhere, so its author's name
    proves nothing. Times are ISO 8601 in UTC.
    """

    number: int
    key: str
    role: Role
    author: str
    member: bool
    text: str
    created_at: str
    updated_at: str
    verdict: str = ""
    path: str = ""
    start_line: int = 0
    line: int = 0
    on_commit: str = ""
    reply_to: str = ""
    hidden: str = ""
    sign: Sign = "#"
    brought: bool = False


def hidden_as(reason: str) -> str:
    """Why a text is hidden at its forge, in one form: GitHub says OFF_TOPIC, off_topic and off-topic."""
    words = reason.lower().replace("_", "-")
    return words if re.fullmatch(r"[a-z-]{1,30}", words) else "hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscussionHead:
    """The head of an issue or pull request as a forge gave it; its opening text is a `DiscussionPart`."""

    number: int
    kind: DiscussionKind
    title: str
    state: State
    author: str
    created_at: str
    updated_at: str
    draft: bool = False
    closed_at: str = ""
    merge_commit: str = ""
    base: str = ""
    head_commit: str = ""
    labels: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    sign: Sign = "#"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgeBatch:
    """The contents of one answer of a forge, stored in one transaction with the bookmark that it moves.

    `gone` are discussions that are deleted or transferred away, `gone_parts` the keys of deleted comments. `whole` are
    discussions all of whose texts are here, or all of `roles` where some are named, so that others of theirs are gone.
    `sign` is that of `gone` and `whole`. A text that is there already is replaced where its `updated_at` is another.
    `same_author` are the roles of texts that the forge shows in no listing: those by the authors of `parts` take over
    whether they are members.

    `members` are all logins that the forge calls members apart from the texts: they count for what is kept as well.

    `file_at` is the time of the file that brought it, empty where the forge did. `held` are the kinds of texts of which
    a file has all of a discussion, as (number, role): others that only earlier files brought are gone. What was gone
    later than `file_at` isn't brought back.
    """

    heads: tuple[DiscussionHead, ...] = ()
    parts: tuple[DiscussionPart, ...] = ()
    gone: tuple[int, ...] = ()
    gone_parts: tuple[str, ...] = ()
    whole: tuple[int, ...] = ()
    roles: tuple[Role, ...] = ()
    sign: Sign = "#"
    file_at: str = ""
    held: tuple[tuple[int, Role], ...] = ()
    members: tuple[str, ...] | None = None
    same_author: tuple[Role, ...] = ()

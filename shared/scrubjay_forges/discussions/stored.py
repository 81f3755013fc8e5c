"""Values of discussions as they are kept: repositories, heads, texts, and what a search hit belongs to."""

from typing import Final

from scrubjay.model.counted import counted
from scrubjay.model.discussion import DiscussionRef
from scrubjay.model.frozen import dataclass
from scrubjay_forges.discussions.values import DiscussionKind, FoundBy, Role, State

UNJUDGED: Final = "not looked at yet for what instructs its reader"
"""What is said of an outsider's text that no model read yet."""

UNREAD: Final = "{}"
"""The bookmark of a repository of which nothing was read."""


def minute(moment: str) -> str:
    """A moment as answers tell it: `2026-11-20 14:10`."""
    return moment[:16].replace("T", " ")


def freshness(moment: str) -> str:
    """As of when something was read, in words."""
    return f"as of {minute(moment)}" if moment else "not read to its end yet"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgeRepository:
    """A repository whose discussions are kept, how far it was read, and what is kept of it.

    `oldest` and `newest` are as of when its discussions are: files may bring some of them later than the rest.
    `unread` counts texts whose discussion isn't there yet, `unindexed` those that aren't searchable yet, `unjudged`
    those that no model read yet for what instructs its reader.
    """

    name: str
    forge: str
    position: str
    synced_at: str
    listed_at: str
    note: str
    issues: int
    pull_requests: int
    texts: int
    unread: int
    unindexed: int
    unjudged: int
    oldest: str
    newest: str

    @property
    def as_of(self) -> str:
        """The minute as of which all of the repository was read; empty if a part was never read to its end."""
        return minute(self.oldest)

    @property
    def fresh(self) -> str:
        """The freshness that answers tell: "as of 2026-11-20 14:10", with "some as of …" where files brought more."""
        return freshness(self.oldest) + (f", some as of {minute(self.newest)}" if self.newest > self.oldest else "")

    @property
    def summary(self) -> str:
        """Such as "github.com/o/n: 3 issues, 1 pull request, as of 2026-11-20 14:10"."""
        found = f"{counted(self.issues, 'issue')}, {counted(self.pull_requests, 'pull request')}"
        return f"{self.name}: {found}, {self.fresh}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Discussion:
    """The head of an issue or pull request as it is kept: masked, with what can be shown as it is.

    `found_by` is how the merge commit was found in the clone's log, where the forge's own is missing. `member`: who
    opened it is one. `heard`: a default answer may have its title, as a member gave it, or answered or merged when it
    was there in these words. `read_at` is as of when it is, where only a file of a part says so; else empty: then it is
    as of `synced_at`, as its repository.
    """

    ref: DiscussionRef
    kind: DiscussionKind
    title: str
    state: State
    draft: bool
    author: str
    created_at: str
    updated_at: str
    closed_at: str
    merge_commit: str
    found_by: FoundBy
    base: str
    head_commit: str
    labels: tuple[str, ...]
    files: tuple[str, ...]
    synced_at: str
    read_at: str
    member: bool
    heard: bool

    @property
    def as_of(self) -> str:
        """The freshness that answers tell: `2026-11-20 14:10`, empty where no reading was finished."""
        return minute(self.read_at or self.synced_at)

    @property
    def fresh(self) -> str:
        """The freshness in words: "as of 2026-11-20 14:10"."""
        return freshness(self.read_at or self.synced_at)

    @property
    def own_as_of(self) -> str:
        """The minute at which this discussion alone was read; empty if it was read with its repository."""
        return minute(self.read_at)

    @property
    def merged_as(self) -> str:
        """The commit that merged it, with where that is known from: "merge commit 1a2b3c4d5e (from the log)"."""
        if not self.merge_commit or self.state != "merged":
            return ""
        source = {"number": " (from the log)", "head": " (its last commit)"}.get(self.found_by, "")
        return f"merge commit {self.merge_commit[:10]}{source}"

    @property
    def told(self) -> str:
        """The title that an answer may show without being asked for discussions; else the number, such as "#12"."""
        return self.title if self.heard else self.ref.short

    @property
    def standing(self) -> str:
        """The discussion's state with its day: "open", "merged 2024-05-02"."""
        return f"{self.state} {self.closed_at[:10]}".rstrip() if self.state != "open" else self.state


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPart:
    """One text of a discussion as it is kept: masked, with control characters written out.

    `said_at` is since when it is as it is. `answered_at` is when a member spoke after an outsider, or merged; empty
    where nobody did, and for members. `judged`: a model read it. `suspicious` is why it may instruct its reader,
    `hidden` why the forge hides it.
    """

    ref: DiscussionRef
    key: str
    role: Role
    author: str
    member: bool
    text: str
    created_at: str
    updated_at: str
    said_at: str
    answered_at: str
    judged: bool
    suspicious: str
    masked: int
    verdict: str
    path: str
    start_line: int
    line: int
    on_commit: str
    reply_to: str
    hidden: str

    @property
    def counts(self) -> bool:
        """Whether default answers may have it: by a member, or judged and answered by one; not flagged or hidden."""
        heard = self.member or (self.judged and bool(self.answered_at))
        return heard and not self.suspicious and not self.hidden


@dataclass(frozen=True, slots=True)
class TextState:
    """A text as it was last read, with its discussion, to be compared with a listing of the forge.

    `member` is what the forge said of its author, whatever the settings say.
    """

    number: int
    updated_at: str
    member: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PutReport:
    """What a batch changed: texts that are new or other than before, and discussions and texts that are gone."""

    new: int = 0
    changed: int = 0
    gone: int = 0

"""Resolution of a user's revision, or of a date on HEAD's first-parent history."""

import re
from datetime import UTC, datetime, time, timedelta

from scrubjay.errors import UnknownRevision
from scrubjay.git.process import Git
from scrubjay.privacy.secrets.shown_names import shown

MAX_LENGTH = 1000
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f]")


def resolve(git: Git, revision: str) -> str:
    """The commit id of a revision. Raises UnknownRevision; user text never becomes an option of git."""
    if revision and len(revision) <= MAX_LENGTH and not revision.startswith("-") and not _FORBIDDEN.search(revision):
        code, out = git.answer("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        if code == 0:
            return out.decode("ascii", "replace").split()[-1]
    raise UnknownRevision(
        f"No revision {shown(revision)[:80]!r} here. Give a branch, a tag, a commit, or a date such as 2026-03-01."
    )


def as_of(git: Git, text: str, head: str) -> str:
    """The commit that a revision or a date refers to.

    A date is ISO 8601; a day alone means its end in UTC. It selects the newest first-parent ancestor of HEAD whose
    committer date isn't later. git never parses free text as a date.
    """
    try:
        return resolve(git, text.strip())
    except UnknownRevision:
        moment = _moment(text.strip())
        if moment is None:
            raise
    if head:
        seconds = int(moment.timestamp())
        out = git.run("rev-list", "-1", "--first-parent", f"--before={seconds}", "--end-of-options", head)
        commit = out.decode("ascii", "replace").strip()
        if commit:
            return commit
    raise UnknownRevision(f"No commit on this branch by {text.strip()}. The first one is younger.")


def _moment(text: str) -> datetime | None:
    try:
        if _DAY.fullmatch(text):
            day = datetime.fromisoformat(text).date()
            return datetime.combine(day + timedelta(days=1), time(), UTC) - timedelta(seconds=1)
        moment = datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

"""By which commit was a pull request merged, where the forge's own is missing? By its number in the log; pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from scrubjay.git.merged import MergedRequest
from scrubjay_forges.discussions.values import FoundBy

SLACK: Final = timedelta(days=1)
"""How far clocks of those who commit may be off those of the forge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedPull:
    """A merged pull request, what was found for it before, and whether nothing says which files it changes."""

    id: int
    sign: str
    number: int
    base: str
    head_commit: str
    merge_commit: str
    created_at: str
    closed_at: str
    found_commit: str = ""
    found_by: FoundBy = ""
    without_files: bool = False


@dataclass(frozen=True, slots=True)
class LoggedMerge:
    """A commit of a base branch, its committer's date, and the request that it says it merged."""

    commit: str
    committed_at: str
    request: MergedRequest


def merge_of(pull: MergedPull, logged: Iterable[LoggedMerge], label: str, *, bare: bool) -> str:
    """The one commit that merged a pull request of the repository `label`; empty where none did, or several may have.

    `bare`: whether a number alone means this repository. A merge counts before a commit that only ends with the number:
    the commits of the branch may do so, too.
    """
    fitting = [one for one in logged if _is_of(pull, one.request, label, bare=bare) and _is_then(pull, one)]
    merges = [one.commit for one in fitting if not one.request.squashed] or [one.commit for one in fitting]
    return merges[0] if len(merges) == 1 else ""


def _is_of(pull: MergedPull, request: MergedRequest, label: str, *, bare: bool) -> bool:
    here = request.repository.lower() == label.lower() if request.repository else bare
    return here and (request.sign, request.number) == (pull.sign, pull.number)


def _is_then(pull: MergedPull, merge: LoggedMerge) -> bool:
    """Whether it was committed while the pull request was open."""
    at = datetime.fromisoformat(merge.committed_at)
    begins, ends = _moment(pull.created_at), _moment(pull.closed_at)
    return not (begins and at < begins - SLACK) and not (ends and at > ends + SLACK)


def _moment(time: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(time)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return moment if 1 < moment.year < 9999 else None
    except ValueError:
        return None

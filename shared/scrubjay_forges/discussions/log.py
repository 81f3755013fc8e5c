"""Finds merge commits in the clone's log, for pull requests whose own the forge or a file doesn't tell, or git lacks.

What is found is derived: it stands beside what the forge said, and is found again after each change of the clone's
branches or of what is kept. The files of a merge are taken from git where an export doesn't tell them.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final

from scrubjay.errors import GitFailed
from scrubjay.git.ancestry import base_branches, existing_commits, unreachable
from scrubjay.git.head import utc
from scrubjay.git.message import MergedRequest, merged_request
from scrubjay.git.process import Git
from scrubjay.git.renames import FilesInGit
from scrubjay.knowledge.index.generation import bump
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row
from scrubjay_forges.discussions.rows import Q
from scrubjay_forges.discussions.said import MOST_FILES, Keeping, kept_paths
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
    """The only commit that merged a pull request of repository `label`; empty if there is none, or if several may have.

    `bare`: whether a number alone means this repository. A merge counts before a commit that only ends with the number:
    the commits of the branch may do so, too.
    """
    fitting = [one for one in logged if _is_of(pull, one.request, label, bare=bare) and _is_then(pull, one)]
    merges = [one.commit for one in fitting if not one.request.squashed] or [one.commit for one in fitting]
    return merges[0] if len(merges) == 1 else ""


def _is_of(pull: MergedPull, request: MergedRequest, label: str, *, bare: bool) -> bool:
    """Whether the request that a commit says it merged is a pull request of repository `label`."""
    here = request.repository.lower() == label.lower() if request.repository else bare
    return here and (request.sign, request.number) == (pull.sign, pull.number)


def _is_then(pull: MergedPull, merge: LoggedMerge) -> bool:
    """Whether a commit was made while the pull request was open."""
    at = datetime.fromisoformat(merge.committed_at)
    begins, ends = _moment(pull.created_at), _moment(pull.closed_at)
    return not (begins and at < begins - SLACK) and not (ends and at > ends + SLACK)


def _moment(time: str) -> datetime | None:
    """A time with its zone, UTC where it has none; None for what is no time."""
    try:
        moment = datetime.fromisoformat(time)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return moment if 1 < moment.year < 9999 else None
    except ValueError:
        return None


PATIENCE_S: Final = 60
"""Seconds for one walk: git prints 100,000 messages in three."""

_FULL = pattern(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")

Tips = tuple[str, ...]
Found = tuple[str, FoundBy]
NOTHING: Final[Found] = ("", "")


class MergesInLog:
    """Stores which commits of one clone's log merged a project's pull requests."""

    def __init__(self, git: Git, forge_database: Database, text_keeping: Keeping) -> None:
        self._git = git
        self._database = forge_database
        self._keeping = text_keeping

    def look(self) -> int:
        """Read the log where the clone or what is kept has changed; returns how many merge commits are new.

        Where git fails, what was found before stays.
        """
        if not self._database.path.is_file():
            return 0
        try:
            branches = self._branches()
            repositories = self._database.read(lambda c: c.execute(Q.log_states).fetchall())
            return sum(self._look_for_merges(row, branches, bare=not place) for place, row in enumerate(repositories))
        except GitFailed:
            return 0

    def _look_for_merges(self, repository: Row, branches: Mapping[str, Tips], *, bare: bool) -> int:
        """Read the log for one repository's pull requests; returns how many merge commits are new."""
        pulls = self._database.read(lambda c: _pulls(c, repository["id"]))
        state = _state(branches, pulls, bare=bare)
        if state == repository["log_state"]:
            return 0
        told = {commit for one in pulls for commit in (one.merge_commit, one.found_commit) if commit}
        here = existing_commits(self._git, told)
        lacking = [one for one in pulls if one.merge_commit not in here]
        label, default = repository["name"].partition("/")[2], branches[""]
        found: dict[int, Found] = dict.fromkeys((one.id for one in pulls), NOTHING)
        for tips in {branches.get(one.base, default) for one in lacking}:
            of_base = [one for one in lacking if branches.get(one.base, default) == tips]
            found |= self._found(of_base, tips, label, bare=bare)
        changes = [
            {"id": one.id, "merge_commit": one.merge_commit, "commit": found[one.id][0], "by": found[one.id][1]}
            for one in pulls
            if found[one.id] != (one.found_commit, one.found_by) and (found[one.id][0] or _is_void(one, here))
        ]
        files = self._files({one.id: found[one.id][0] or one.merge_commit for one in pulls if one.without_files})
        return self._database.write(lambda c: _write_findings(c, repository["id"], state, changes, files))

    def _files(self, merges: Mapping[int, str]) -> list[dict[str, object]]:
        """The files that the merge commits of some pull requests changed, for those that the clone has."""
        changed = FilesInGit(self._git)([commit for commit in merges.values() if commit])
        return [
            {"id": id, "files": json.dumps(kept_paths(paths, self._keeping), ensure_ascii=False)}
            for id, commit in merges.items()
            if (paths := changed.get(commit, ())[:MOST_FILES])
        ]

    def _found(self, pulls: Sequence[MergedPull], tips: Tips, label: str, *, bare: bool) -> dict[int, Found]:
        """The commits by which one base branch merged its pull requests, by the pull request's id."""
        logged: dict[int, list[LoggedMerge]] = {one.number: [] for one in pulls}
        for merge in self._logged_merges(tips) if tips else ():
            logged.get(merge.request.number, []).append(merge)
        found: dict[int, Found] = {}
        for pull in pulls:
            if commit := merge_of(pull, logged[pull.number], label, bare=bare):
                found[pull.id] = commit, "number"
        heads = {one.id: one.head_commit for one in pulls if one.id not in found and _FULL.fullmatch(one.head_commit)}
        there = existing_commits(self._git, heads.values())
        reached = {commit for tip in tips for commit in there - unreachable(self._git, there, tip)}
        return found | {id: (head, "head") for id, head in heads.items() if head in reached}

    def _logged_merges(self, tips: Tips) -> Iterator[LoggedMerge]:
        """The commits of some branches whose message names a request that they merged."""
        walk = ("--encoding=UTF-8", "--format=%H %ct%n%s%n%b", "--extended-regexp", "--grep=[#!][0-9]")
        with closing(self._git.fields("log", "-z", *walk, *tips, "--", timeout=PATIENCE_S)) as listed:
            for field in listed:
                head, _, message = field.decode("utf-8", "replace").partition("\n")
                subject, _, body = message.partition("\n")
                if request := merged_request(subject, body):
                    commit, _, seconds = head.partition(" ")
                    yield LoggedMerge(commit, utc(int(seconds)), request)

    def _branches(self) -> dict[str, Tips]:
        """The commits of each branch by its name, here and at remotes; the base branch's by an empty name."""
        listed = self._git.run("for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/remotes")
        tips: dict[str, set[str]] = {}
        for line in listed.decode("utf-8", "replace").splitlines():
            commit, _, ref = line.partition(" ")
            name = ref.removeprefix("refs/heads/") if ref.startswith("refs/heads/") else ref.split("/", 3)[-1]
            tips.setdefault(name, set()).add(commit)
        tips[""] = {base.commit for base in base_branches(self._git)}
        return {name: tuple(sorted(commits)) for name, commits in tips.items()}


def _state(branches: Mapping[str, Tips], pulls: Sequence[MergedPull], *, bare: bool) -> str:
    """A digest of all that a look at the log depends on; what was found before is no part of it."""
    rows = [(one.sign, one.number, one.base, one.head_commit, one.merge_commit, one.created_at, one.closed_at)
            for one in pulls]  # fmt: skip
    return sha256(repr((sorted(branches.items()), rows, bare)).encode()).hexdigest()


def _is_void(pull: MergedPull, here: frozenset[str]) -> bool:
    """Whether an earlier finding is dropped: not where another clone of the project may have found it."""
    return pull.found_commit in here or pull.merge_commit in here


def _pulls(connection: Connection, repository: int) -> tuple[MergedPull, ...]:
    """The merged pull requests of a repository."""
    return tuple(MergedPull(**dict(row)) for row in connection.execute(Q.merged_pulls, {"repository": repository}))


def _write_findings(
    connection: Connection,
    repository: int,
    state: str,
    changes: Sequence[Mapping[str, object]],
    files: Sequence[Mapping[str, object]],
) -> int:
    """Store what was found in the log; returns how many merge commits are new."""
    done = sum(connection.execute(Q.set_found, change).rowcount for change in changes)
    filled = sum(connection.execute(Q.set_files, row).rowcount for row in files)
    connection.execute(Q.set_log_state, {"repository": repository, "state": state})
    if done or filled:
        bump(connection)
    return done

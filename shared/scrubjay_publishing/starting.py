"""Where a branch of memories starts: the base's commit, its remote, and what its last commits have in common."""

from dataclasses import dataclass

from scrubjay.errors import PublishRefused
from scrubjay.git.ancestry import base_branches
from scrubjay.git.message import parse_commit, split_message
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.revision import resolve
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay_publishing.message import is_conventional, needs_sign_off
from scrubjay_publishing.pull_request import without_credentials
from scrubjay_publishing.values import StartingPoint

LAST = 20
"""Commits of the base whose habits are followed."""
MAX_COMMIT = 200_000
MAX_REMOTES = 100


@dataclass(frozen=True, slots=True)
class Habits:
    """What the base's last commits have in common: subjects with a type, a sign-off."""

    conventional: bool
    signed_off: bool


def starting_point(git: Git, base: str = "") -> StartingPoint:
    """The base branch, or the one that is named. Raises PublishRefused where there is none, UnknownRevision.

    The base branch is taken as its remote has it: local commits that nobody pushed would come along.
    """
    if base:
        commit, name = resolve(git, base), base
    else:
        found = next(base_branches(git), None)
        if found is None:
            raise PublishRefused(
                "There is no branch to start from: no remote says which is its default, and none is called main, "
                "master or trunk, or it has no commits. Name one: `scrubjay publish ID --base BRANCH`."
            )
        commit, name = found.commit, found.name
    remotes = git.run("remote").decode("utf-8", "replace").split("\n")[:MAX_REMOTES]
    remote, _, rest = name.partition("/")
    if rest and remote in remotes:
        name = rest
    else:
        code, out = git.answer("config", "--get", f"branch.{name}.remote")
        remote = out.decode("utf-8", "replace").strip() if code == 0 else ""
        remote = next((one for one in (remote, "origin", *remotes) if one and one in remotes), "")
    if remote and not base:
        commit = _commit(git, f"refs/remotes/{remote}/{name}") or commit
    code, out = git.answer("config", "--get", f"remote.{remote}.url") if remote else (1, b"")
    url = out.decode("utf-8", "replace").strip() if code == 0 else ""
    return StartingPoint(commit=commit, name=shown(name), remote=shown(remote), url=shown(without_credentials(url)))


def habits(git: Git, commit: str) -> Habits:
    """The habits of the last commits before one, merges aside."""
    listed = git.run("rev-list", "--no-merges", f"--max-count={LAST}", "--end-of-options", commit)
    with ObjectReader(git) as reader:
        read = [parse_commit(body).text for _, _, body in reader.read_many(listed.decode().split(), MAX_COMMIT)]
    return Habits(is_conventional([split_message(text)[0] for text in read]), needs_sign_off(read))


def _commit(git: Git, ref: str) -> str:
    code, out = git.answer("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    return out.decode("ascii", "replace").strip() if code == 0 else ""

"""Pull requests: their message, their address, and the branch that starts one."""

import re
import shlex
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from scrubjay.errors import PublishRefused
from scrubjay.git.ancestry import base_branches
from scrubjay.git.message import parse_commit, split_message
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.revision import resolve
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay_publishing.values import StartingPoint

TRAILER: Final = "Memory-Id"
ENDED: Final = "Memory-Ended"
MAX_SUBJECT = 72
_CONVENTIONAL = pattern(r"(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([^)]{1,40}\))?!?: \S")
_SIGNED_OFF = pattern(r"^Signed-off-by: \S.*<[^<>]*>\s*$", re.MULTILINE)


def is_conventional(subjects: Sequence[str]) -> bool:
    """Whether most of some subjects begin with a type, as in "fix(parser): …"."""
    return bool(subjects) and sum(bool(_CONVENTIONAL.match(s)) for s in subjects) * 3 >= 2 * len(subjects)


def needs_sign_off(messages: Sequence[str]) -> bool:
    """Whether a project asks for a sign-off: each of its last commits carries one."""
    return bool(messages) and all(_SIGNED_OFF.search(message) for message in messages)


def subject(titles: Sequence[str], topic: str, *, decision: bool, conventional: bool, verb: str = "add") -> str:
    """The first line of a commit's message, at most 72 characters."""
    what = "decision" if decision else "memory"
    several = "decisions" if decision else "memories"
    text = f"{what}: {titles[0]}" if len(titles) == 1 else f"{len(titles)} {several}: {topic}"
    whole = f"docs: {verb} {text}" if conventional else f"{verb.capitalize()} {text}"
    return whole if len(whole) <= MAX_SUBJECT else f"{whole[: MAX_SUBJECT - 2].rstrip()} …"


def message(
    first: str, titles: Sequence[str], ids: Sequence[str], sign_off: str = "", ended: Sequence[str] = ()
) -> str:
    """The whole message of a commit. Titles stand behind a dash, so that none is read as a trailer.

    `ended` are memories that the branch proposed, and proposes no more.
    """
    listed = "".join(f"- {title}\n" for title in titles)
    trailers = "".join(f"{TRAILER}: {id}\n" for id in ids) + "".join(f"{ENDED}: {id}\n" for id in ended)
    return f"{first}\n\n{listed}\n{trailers}{f'Signed-off-by: {sign_off}' + chr(10) if sign_off else ''}"


def ids_in(text: str) -> tuple[str, ...]:
    """The memory ids that the trailers of a message name."""
    return tuple(re.findall(rf"^{TRAILER}: ([0-9a-f]{{32}})\s*$", text, re.MULTILINE))


_SCP = pattern(r"(?:[^@/\s]+@)?(?P<host>[\w.-]+):(?!//)")


def host_of(url: str) -> str:
    """The host of a remote's address, in lower case; empty for a folder."""
    if "://" in url:
        try:
            return (urlsplit(url).hostname or "").lower()
        except ValueError:
            return ""
    match = _SCP.match(url)
    return match["host"].lower() if match and len(match["host"]) > 1 else ""


def without_credentials(url: str) -> str:
    """An address as it may be shown: without name, password and query."""
    if "://" not in url:
        return url
    scheme, _, rest = url.partition("://")
    place, slash, path = rest.partition("/")
    return f"{scheme}://{place.rpartition('@')[2]}{slash}{path.partition('?')[0]}"


def pull_request_commands(branch: str, base: StartingPoint, subject: str) -> tuple[str, ...]:
    """The lines to type: push the branch, then open the request with `gh` or `glab`, or in the browser."""
    if not base.remote:
        return f"git switch {shlex.quote(base.name)}", f"git merge --no-ff {shlex.quote(branch)}"
    push = f"git push -u {shlex.quote(base.remote)} {shlex.quote(branch)}"
    host, title = host_of(base.url), shlex.quote(subject)
    into, head = shlex.quote(base.name), shlex.quote(branch)
    if host == "github.com" or "github" in host.split("."):
        return push, f"gh pr create --base {into} --head {head} --title {title} --body ''"
    if "gitlab" in host.split(".") or host.startswith("gitlab"):
        return push, f"glab mr create --target-branch {into} --source-branch {head} --title {title} --description ''"
    return (push,)


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
    """Where a new branch starts: the base branch or the named one. Raises PublishRefused, UnknownRevision.

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
    """The commit that a ref names; empty for none."""
    code, out = git.answer("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    return out.decode("ascii", "replace").strip() if code == 0 else ""

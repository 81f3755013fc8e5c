"""The commands by which a person opens a pull request for a branch, by the host of the remote. Pure."""

import re
import shlex
from urllib.parse import urlsplit

from scrubjay_publishing.values import StartingPoint

_SCP = re.compile(r"(?:[^@/\s]+@)?(?P<host>[\w.-]+):(?!//)")


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

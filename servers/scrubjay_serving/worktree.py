"""Worktree and session of a call: the first source of a path that leads to a repository, and what the client reports.

Of the session, run on 2026-11-23 with a server that printed what it got:

| client | a call's `_meta` | variables of the server |
|---|---|---|
| Codex 0.169.0 | `sessionId`; `threadId`, which is a sub-agent's own | none of the session |
| Claude Code 2.1.197 | `claudecode/toolUseId` only | `CLAUDE_CODE_SESSION_ID`; it stays as it was at /clear |
| Gemini CLI 0.61.0 | `progressToken` only | all of its own, and none of the session, which hooks have |
| opencode 1.18.33 | `progressToken` only | all of its own, none of the session: our plugin passes it as `session` |
"""

import errno
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp.server.mcpserver import Context, ListRoots, Resolve
from mcp.shared.exceptions import MCPError
from mcp_types import ListRootsRequest, ListRootsResult
from mcp_types.version import is_version_at_least

from scrubjay.errors import NotARepository, UsageError
from scrubjay.extensions.kinds.tool import SEARCHES_ALL, WRITES
from scrubjay.extensions.loading import loaded
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.visible import session_name
from scrubjay.storage.files import Looks
from scrubjay_serving.backend import Backend, Surroundings, backend_of, counts_for, running_server

if TYPE_CHECKING:
    from scrubjay.wiring.tool_calls import CallTarget


Meta = Mapping[str, object]

KEY = "sessionId"
"""Codex' own; its hooks report the same."""

VARIABLE = "CLAUDE_CODE_SESSION_ID"
ITS_CLIENTS = frozenset({"", "claude_code"})
"""Values of `--client` for which the variable counts: another client that Claude Code started inherits it."""

ONE_A_PROCESS = frozenset({"gemini"})
"""Values of `--client` whose process is in one session at a time, and starts both our hooks and our servers.

opencode has several in one process, so that a report that failed would make one session's calls another's.
"""

MAX_ID = 256


def reported_session(environment: Mapping[str, str], configured: str, meta: Meta) -> str:
    """The session of a call; empty where the client reports none. `configured` is the server's `--client`."""
    told = meta.get(KEY)
    if isinstance(told, str) and 0 < len(told) <= MAX_ID and told.isprintable():
        return session_name(told)
    return session_name(environment.get(VARIABLE, "")) if configured in ITS_CLIENTS else ""


LINKS_SINCE = "2025-06-18"
"""Protocol version that brought links to resources."""

ROOTS_SECONDS = 2.0
"""Timeout of a handshake-era client's answer with its roots; without it we go on."""

_NO_PATH = (errno.ENAMETOOLONG, errno.ELOOP)
"""Error numbers of the system for a text that can't be a path."""

MAX_ROOTS = 20
MAX_PATH = 4096
MAX_CLIENT = 200

EVERYTHING = (*SEARCHES_ALL, *WRITES)
"""What an agent must be allowed for what nobody declared."""

NO_META: Meta = MappingProxyType({})
"""Of what is no call of a tool."""


@dataclass(frozen=True, slots=True)
class PathCandidate:
    """A path to try, and its source."""

    path: Path
    source: str


def session_of(backend: Backend, meta: Meta) -> str:
    """The client's session that a call belongs to; empty where neither the client nor its hooks report it."""
    surroundings = backend.surroundings
    told = reported_session(surroundings.environment, surroundings.client, meta)
    return told or (backend.client_session() if surroundings.client in ONE_A_PROCESS else "")


def meta_of(ctx: Context[Any, Any]) -> Meta:
    """The `_meta` of a call: what the client says of it, beside what the agent says."""
    return ctx.request_context.meta or NO_META


def resolve_path(text: str, surroundings: Surroundings) -> Path:
    """Resolve a given path, absolute or relative to the working directory. Raises UsageError."""
    if "\0" in text or len(text) > MAX_PATH:
        raise UsageError("repo is not a path. Give a path inside the working tree.")
    try:
        return surroundings.cwd / Path(text).expanduser()
    except RuntimeError as error:
        raise UsageError(f"repo names the home of nobody: {text[:80]}. Give an absolute path.") from error


def before_roots(repo: str, backend: Backend, meta: Meta = NO_META) -> tuple[PathCandidate, ...]:
    """The paths that rank above the client's roots, best first. An explicit `repo` is the only one."""
    surroundings = backend.surroundings
    if repo:
        return (PathCandidate(resolve_path(repo, surroundings), "repo"),)
    reported = backend.app().presence.of(session_of(backend, meta))
    candidates = [PathCandidate(reported, "this session's last report")] if reported else []
    project = surroundings.environment.get("CLAUDE_PROJECT_DIR", "")
    if project:
        candidates.append(PathCandidate(Path(project), "CLAUDE_PROJECT_DIR"))
    if surroundings.repo:
        candidates.append(PathCandidate(resolve_path(surroundings.repo, surroundings), "--repo"))
    return tuple(candidates)


def after_roots(repo: str, roots: tuple[Path, ...], surroundings: Surroundings) -> tuple[PathCandidate, ...]:
    """The paths of lower rank: the client's roots, then the working directory."""
    if repo:
        return ()
    return (*(PathCandidate(path, "root") for path in roots), PathCandidate(surroundings.cwd, "working directory"))


def root_paths(result: ListRootsResult) -> tuple[Path, ...]:
    """The folders among a client's roots."""
    parts = [urlsplit(str(root.uri)) for root in result.roots[:MAX_ROOTS]]
    return tuple(Path(url2pathname(part.path)) for part in parts if part.scheme == "file" and part.path)


def first_repository(
    backend: Backend, candidates: tuple[PathCandidate, ...], meta: Meta = NO_META, looks: Looks | None = None
) -> "CallTarget | None":
    """The first candidate inside a repository; None without one. Raises the error of that repository, if it has one."""
    for candidate in candidates:
        try:
            session = session_of(backend, meta)
            workspace = backend.app().workspace(candidate.path, looks)
            target: CallTarget = loaded("scrubjay.wiring.tool_calls:CallTarget")(
                workspace=workspace, source=candidate.source, session=session, process=backend.name, looks=looks
            )
            return target
        except NotARepository:
            continue
        except OSError as error:
            if error.errno not in _NO_PATH:
                raise
    return None


def find_worktree(backend: Backend, repo: str = "", roots: tuple[Path, ...] = (), meta: Meta = NO_META) -> "CallTarget":
    """The worktree of a call. Raises NotARepository, which names every source that was tried."""
    looks = Looks()
    with backend.app().home_database.snapshot(looks):
        candidates = (*before_roots(repo, backend, meta), *after_roots(repo, roots, backend.surroundings))
        place = first_repository(backend, candidates, meta, looks)
    if place is not None:
        return place
    tried = "; ".join(f"{candidate.source}: {candidate.path}" for candidate in candidates)
    raise NotARepository(
        f"Not inside a git repository ({tried}). Pass repo= with a path inside the working tree. Other ways: "
        "CLAUDE_PROJECT_DIR, the server's --repo, the client's roots, the server's working directory."
    )


async def client_roots(repo: str, ctx: Context[Any, Any]) -> ListRoots | ListRootsResult | None:
    """Ask the client for its roots, only when no better source leads to a repository and the client offers them."""
    backend = backend_of(ctx)
    capabilities = ctx.client_capabilities
    if repo or capabilities is None or capabilities.roots is None:
        return None
    better = before_roots(repo, backend, meta_of(ctx))
    if better and await anyio.to_thread.run_sync(first_repository, backend, better) is not None:
        return None
    if is_version_at_least(ctx.protocol_version or "", "2026-07-28"):
        return ListRoots()
    with anyio.move_on_after(ROOTS_SECONDS):
        try:
            answer: ListRootsResult = await ctx.session.send_request(ListRootsRequest(), ListRootsResult)
            return answer
        except MCPError:
            return None
    return None


def locate(repo: str, ctx: Context[Any, Any], roots: Annotated[ListRootsResult | None, Resolve(client_roots)]) -> Any:
    """The worktree of a tool call, in a worker thread."""
    backend = backend_of(ctx)
    target = find_worktree(backend, repo, root_paths(roots) if roots is not None else (), meta_of(ctx))
    modern = is_version_at_least(ctx.protocol_version or "", LINKS_SINCE)
    request = ctx.request_context.params or {}
    target = replace(target, links=modern and target.source not in ("repo", "root"), step=progress_of(ctx))
    return admit(target, ctx, str(request.get("name")), str((request.get("arguments") or {}).get("session", "")))


def admit(target: "CallTarget", ctx: Context[Any, Any], what: str, session: str = "") -> "CallTarget":
    """The target of a call by its client. Raises PermissionDenied where its agent was registered without the right,
    NotAllowed where it is quarantined and would write.

    With the toolset of agents alone: the call also keeps its session, which may be given as `session`, alive.
    """
    server = running_server(ctx)
    known = replace(target, client=client_name(ctx), configured=server.backend.surroundings.client)
    counts_for(known.workspace.counts)
    if "agents" in target.workspace.settings.toolsets:
        callers = target.workspace.callers
        callers.renew(known.calling)
        if rights := server.needs.get(what, EVERYTHING):
            callers.bind(known.calling, session, rights, what)
    if what in server.writing:
        for name in dict.fromkeys((known.writer, known.named_session(session))):
            known.workspace.quarantine.admit(known.agent, name, what)
    return known


def client_name(ctx: Context[Any, Any]) -> str:
    """The client's own name from its handshake or request; empty if it gives none."""
    params = ctx.session.client_params
    return params.client_info.name[:MAX_CLIENT] if params is not None else ""


def progress_of(ctx: Context[Any, Any]) -> Callable[[int, int], None]:
    """A function that tells a client how far a call is, each hundredth once, from a worker thread."""
    last = -1

    def step(done: int, total: int) -> None:
        nonlocal last
        share = done * 100 // max(1, total)
        if share > last:
            last = share
            anyio.from_thread.run(ctx.report_progress, done, total, f"{done:,} of {counted(total, 'document')} indexed")

    return step


Target = Annotated[Any, Resolve(locate)]
"""Annotates the parameter of a tool that receives its worktree, a `CallTarget`; such a tool also takes `repo`."""

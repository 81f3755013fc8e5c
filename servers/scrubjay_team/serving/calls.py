"""Calls of tools: who calls, within one transaction of theirs, and what the process has for it."""

from functools import partial
from typing import TYPE_CHECKING, Any, cast

from mcp.server.mcpserver import Context

from scrubjay.errors import PermissionDenied
from scrubjay.extensions.kinds.tool import DeclaredTool
from scrubjay.extensions.loading import loaded
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass
from scrubjay_serving.offering import with_signature
from scrubjay_serving.worktree import client_name
from scrubjay_team.changes.cursors import Cursors
from scrubjay_team.changes.news import news_line
from scrubjay_team.changes.waiting import ChangeHub
from scrubjay_team.index.retriever import TeamRetriever
from scrubjay_team.memories.handoffs import TeamHandoffs
from scrubjay_team.memories.memories import TeamMemories
from scrubjay_team.memories.pool_queries import TeamPoolQueries
from scrubjay_team.memories.pools import TeamPools
from scrubjay_team.people.rights import held
from scrubjay_team.people.rights import scopes_of as of_role
from scrubjay_team.review.reviews import TeamReviews
from scrubjay_team.serving.asked_kinds import OURS, AskedKinds
from scrubjay_team.serving.declared import SCOPES
from scrubjay_team.serving.gate import entry
from scrubjay_team.serving.recall.addresses import PrintedAddress, read_address
from scrubjay_team.serving.recall.answering import TeamRecall
from scrubjay_team.serving.recall.context import TeamContexts
from scrubjay_team.serving.recall.unread import UnreadFiles
from scrubjay_team.serving.recall.views import MirrorViews
from scrubjay_team.signin.service import SignIn

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay.settings.reading import RetrievalSettings
    from scrubjay_team.archives.archives import Archives
    from scrubjay_team.database.connecting import Entered, TeamCaller, TeamDatabase
    from scrubjay_team.people.values import MemberRole, TokenScope


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamServices:
    """What a process has for every call: the database, the time, and what answers by them."""

    database: "TeamDatabase"
    clock: Clock
    views: "MirrorViews"
    unread: "UnreadFiles"
    recall: "TeamRecall"
    memories: "TeamMemories"
    reviews: "TeamReviews"
    handoffs: "TeamHandoffs"
    pools: "TeamPools"
    pool_queries: "TeamPoolQueries"
    changes: "ChangeHub"
    cursors: "Cursors"
    sign_in: "SignIn"
    kinds: "AskedKinds"
    contexts: "TeamContexts"
    archives: "Archives | None" = None

    @classmethod
    def of(
        cls,
        database: "TeamDatabase",
        clock: Clock,
        embedder: "Embedder | None",
        settings: "RetrievalSettings",
        listen_dsn: str = "",
        sign_in: "SignIn | None" = None,
        kinds: "AskedKinds" = OURS,
        archives: "Archives | None" = None,
    ) -> "TeamServices":
        """The services over a database; `embedder` encodes questions, None where embedding is off.

        `listen_dsn` reaches the database where a pooler stands before `database`. Without a `sign_in` people come in by
        invitations alone; `kinds` are asked once each call; without `archives` nobody's conversations are kept.
        """
        memories, pools = TeamMemories(embedder, clock), TeamPools(clock)
        views, unread = MirrorViews(), UnreadFiles()
        recall = TeamRecall(views, unread, TeamRetriever(embedder), memories, settings)
        return cls(
            database=database,
            clock=clock,
            views=views,
            unread=unread,
            recall=recall,
            memories=memories,
            reviews=TeamReviews(memories, clock),
            handoffs=TeamHandoffs(clock),
            pools=pools,
            pool_queries=TeamPoolQueries(memories, pools, clock),
            changes=ChangeHub(database, clock, listen_dsn),
            cursors=Cursors(),
            sign_in=sign_in or SignIn(database, clock),
            kinds=kinds,
            contexts=TeamContexts(database, recall, memories),
            archives=archives,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamCall:
    """One call: its transaction and caller, the repository that it names (empty: all granted), and the client."""

    entered: "Entered"
    services: TeamServices
    repo: str
    client: str

    @property
    def caller(self) -> "TeamCaller":
        """Who calls."""
        return self.entered.caller

    @property
    def heading(self) -> str:
        """The first line of an answer that isn't about what a repository shows."""
        return " · ".join(filter(None, (f"team {self.caller.team_name}", self.repo)))

    def answer(self, *lines: str) -> str:
        """An answer of some lines below the heading."""
        return "\n".join([self.heading, *lines])

    def addressed(self, path: str) -> PrintedAddress:
        """The repository, path and lines of an address as answers print it, or of a path in the call's repository."""
        names = self.services.views.names(self.entered) if ":" in path else ()
        return read_address(path, self.repo, names)


def runnable(tool: DeclaredTool, services: TeamServices) -> "Callable[..., Any]":
    """The function of a tool with the signature that the SDK reads. It runs in one transaction of its caller."""

    def call(*, ctx: Context[Any, Any], repo: str = "", **values: Any) -> Any:
        request: Any = ctx.request_context.request
        with services.database.entered(**entry(request.scope)) as entered:
            scope = SCOPES[tool.name]
            ours = partial(check_scope, tool.name, scope, entered.caller)
            services.kinds.admit(entered.caller, tool.name, scope, ours)
            named = TeamCall(entered=entered, services=services, repo=repo.strip(), client=client_name(ctx))
            answer = loaded(tool.runs)(named, **values)
            line = news_line(entered, named.client, services.reviews.for_you) if isinstance(answer, str) else ""
            services.kinds.count(entered, tool.name, services.clock(), writes=tool.writes)
            return f"{answer}\n{line}" if line else answer

    return with_signature(call, tool, tool.arguments, {"ctx": Context[Any, Any]})


def scopes_of(caller: "TeamCaller") -> tuple[str, ...]:
    """The scopes of a caller's token that count while they have their role."""
    return held(cast("MemberRole", caller.role), cast("tuple[TokenScope, ...]", caller.scopes))


def check_scope(called: str, needed: str, caller: "TeamCaller") -> None:
    """Raise PermissionDenied where a caller's token, or their role, doesn't allow what is called and needs a scope."""
    if needed in scopes_of(caller):
        return
    promoted = needed not in of_role(caller.role)
    name, steps = caller.member_name, []
    if promoted:
        steps.append(f"change the role, `scrubjay team member role {name} writer`")
    if needed in caller.scopes:
        why = f"{called} isn't for a {caller.role} of {caller.team_name}."
    else:
        why = f"{called} needs a token with the scope {needed}; this one has {', '.join(caller.scopes) or 'none'}."
        kept = caller.scopes if promoted else scopes_of(caller)
        scopes = " ".join(f"--scope {scope}" for scope in dict.fromkeys((*kept, needed)))
        steps.append(f"make a token for this and what the old one is for, `scrubjay team token create {name} {scopes}`")
    raise PermissionDenied(f"{why} An owner may, on the server's machine, {', then '.join(steps)}.")

"""The team's answer to a question, asked beside the home's own search, which never waits for a server that is away."""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.theirs import error_line
from scrubjay.git.process import Git
from scrubjay.knowledge.index.kinds import FILES, MEMORY
from scrubjay.model.clock import Clock
from scrubjay.model.far import ANSWER_S, FarAnswer, FarHit, FarRequest
from scrubjay.model.frozen import replace
from scrubjay.model.project import Project
from scrubjay.settings.schema import Settings
from scrubjay_joined.answers import WireAnswer, answer_of, asked_for, read
from scrubjay_joined.errors import NotATeamServer, TeamAway, TeamMoved, TeamRefusedCall
from scrubjay_joined.link import TeamLink, link_of
from scrubjay_joined.seen import SeenMemories, chosen
from scrubjay_joined.threads import WhoWaits, start

if TYPE_CHECKING:
    from scrubjay_joined.membership import Joined

SEARCHED: Final = (*FILES, MEMORY)
"""The kinds that a team's server has."""

UNTIL_S: Final = 5.0
"""Seconds for which a question is on its way at most; it ends as soon as nobody waits for it any more."""

LIMITED_S: Final = 5.0
"""Seconds without a question after the server said that there were too many."""

TEAM: Final = "team"
"""What a membership is called that can't be read."""


class Said:
    """An answer that is known at once."""

    def __init__(self, answer: FarAnswer) -> None:
        self._answer = answer

    def result(self, seconds: float) -> FarAnswer:
        """The answer."""
        return self._answer


class TeamSearch:
    """Asks the team's server of a home for one worktree. `said`: memories that nothing but an agent says are shown.

    `seen` hears which memories an answer has, where the member chose that counts are sent.
    """

    def __init__(
        self, link: TeamLink, project: str, git: Git, *, said: bool = True, seen: SeenMemories | None = None
    ) -> None:
        self._link = link
        self._project = project
        self._git = git
        self._said = said
        self._seen = seen

    def begin(self, request: FarRequest) -> "Said | Asking | None":
        """Begin to ask; None for what a team doesn't have, and in a home that left meanwhile."""
        kinds = tuple(kind for kind in request.kinds if kind in SEARCHED)
        if request.kinds and not kinds:
            return None
        try:
            joined = self._link.joined()
        except ScrubjayError as error:
            return Said(FarAnswer(called=TEAM, degraded=(str(error),)))
        if joined is None:
            return None
        if request.of_home:
            return Said(FarAnswer(called=joined.name, notes=(f"not asked: it can't search {request.of_home}",)))
        joined.projects.soon(self._project, self._git)
        here = joined.projects.named(self._project)
        if request.placed and not here:
            why = "not asked: a path is of this repository, which isn't matched with one of the team's"
            return Said(FarAnswer(called=joined.name, notes=(why,)))
        if why := self._link.circuit.why_not():
            return Said(FarAnswer(called=joined.name, degraded=(why,)))
        if not self._link.on_their_way.acquire(blocking=False):
            return Said(FarAnswer(called=joined.name, degraded=("not asked: too many questions at once",)))
        asking = Asking(self, joined, replace(request, kinds=kinds), here)
        start("team search", asking.run)
        return asking

    def asked(self, joined: "Joined", request: FarRequest, here: str, waiting: WhoWaits) -> FarAnswer | None:
        """The server's answer, waited for; None once nobody waits. `here` is what it calls this repository.

        Raises what the client does, and NotATeamServer for what is no answer.
        """
        body = {
            "query": request.query, "also_ask": list(request.also_ask), "kinds": list(request.kinds),
            "path": request.path, "limit": request.limit, "project": here if request.placed else "",
        }  # fmt: skip
        try:
            said = joined.client.within(UNTIL_S, waiting).post("/search", body)
        finally:
            self._link.on_their_way.release()
        if waiting.over:
            return None
        answer = replace(answer_of(joined.name, read(WireAnswer, said)), here=here)
        shown = self._shown(asked_for(answer, request), request)
        if self._seen is not None:
            self._seen.note(hit.id for hit in (*shown.memories, *shown.below) if hit.id)
        return shown

    def late(self, called: str) -> FarAnswer:
        """The answer in place of one that didn't come in time."""
        self._link.circuit.away()
        return FarAnswer(called=called, degraded=(f"no answer within {ANSWER_S * 1000:.0f} ms",))

    def close(self) -> None:
        """Close the connections that nobody uses: other worktrees make theirs anew."""
        self._link.rest()

    def trouble(self, joined: "Joined", error: ScrubjayError) -> FarAnswer:
        """The answer in place of one that failed: what is wrong, which the circuit knows for the next ones."""
        return FarAnswer(called=joined.name, degraded=(self._words(joined, error),))

    def _words(self, joined: "Joined", error: ScrubjayError) -> str:
        circuit = self._link.circuit
        match error:
            case TeamAway():
                return circuit.away()
            case TeamMoved() | NotATeamServer():
                return circuit.hold(str(error))
            case TeamRefusedCall(status=401):
                return circuit.hold("it refuses this home's token: `scrubjay team leave`, then join with a new one")
            case TeamRefusedCall(status=429):
                return circuit.hold(f"it was asked too often: {error.message}", LIMITED_S)
            case TeamRefusedCall(status=404):
                joined.projects.forget(self._project)
                return f"it refused: {error.message}"
            case TeamRefusedCall():
                return f"it refused: {error.message}"
        return str(error)

    def _shown(self, answer: FarAnswer, request: FarRequest) -> FarAnswer:
        """The answer without memories that only an agent says, where this home shows none unasked."""
        if self._said or request.kinds == (MEMORY,):
            return answer
        return replace(answer, memories=_grounded(answer.memories), below=_grounded(answer.below))


def _grounded(hits: Sequence[FarHit]) -> tuple[FarHit, ...]:
    return tuple(hit for hit in hits if hit.grade != "said")


class Asking:
    """A question on its way, in a thread of its own."""

    def __init__(self, search: TeamSearch, joined: "Joined", request: FarRequest, here: str) -> None:
        self._search = search
        self._joined = joined
        self._request = request
        self._here = here
        self._answer: FarAnswer | ScrubjayError | None = None
        self._done = threading.Event()
        self._waiting = WhoWaits()

    def run(self) -> None:
        """Ask the server."""
        try:
            self._answer = self._search.asked(self._joined, self._request, self._here, self._waiting)
        except ScrubjayError as error:
            self._answer = error
        except Exception as error:
            self._answer = ScrubjayError(f"its answer failed here: {error_line(error)}")
        finally:
            self._done.set()

    def result(self, seconds: float) -> FarAnswer:
        """The answer, waited for at most so long; one that is late is named, and dropped when it comes."""
        self._done.wait(seconds)
        match self._answer:
            case None:
                self._waiting.end()
                return self._search.late(self._joined.name)
            case ScrubjayError() as error:
                return self._search.trouble(self._joined, error)
            case answer:
                return answer


def far_search(user_settings: Settings, clock: Clock, project: Project, git: Git, shows_said: bool) -> TeamSearch:
    """The search of a worktree's team."""
    seen = SeenMemories(user_settings.home) if chosen(user_settings) else None
    return TeamSearch(link_of(user_settings, clock), project.id, git, said=shows_said, seen=seen)

"""How a membership stands: whether the server answers, whom the token stands for, and what this project is there."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from scrubjay.errors import ScrubjayError
from scrubjay.model.check import Check
from scrubjay.model.clock import system_clock
from scrubjay.model.frozen import dataclass, field_names
from scrubjay.model.later import Later
from scrubjay_joined.membership import Joined, Membership, joined_server, membership_of

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.model.clock import Clock
    from scrubjay.settings.schema import Settings
    from scrubjay_joined import account
    from scrubjay_joined.account import AccountThere
    from scrubjay_joined.projects import ProjectThere
else:
    account = Later("scrubjay_joined.account")

ASKED_S: Final = 5.0
"""How long who looks at the state waits for the server."""
CLOSE_S: Final = 2.0
"""Seconds by which two clocks differ that agree."""
UNMATCHED: Final = "none of the team's, or not granted to you; what is found there is named with its repository"


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A membership, and what the server said or why it didn't; `project`: the present one there, None: none is open."""

    membership: Membership
    account: "AccountThere | None"
    project: "ProjectThere | None"
    problem: ScrubjayError | None

    def lines(self) -> Iterator[str]:
        """For people: one line each."""
        here, there = self.membership, self.account
        yield f"joined: {here.team} at {here.url} as {here.member}"
        if there is None:
            yield f"its server: {self.problem}"
        else:
            yield f"its server: answers in {there.took_s * 1000:,.0f} ms"
            yield f"you: {there.member}, {there.role}; the token may {', '.join(there.scopes) or 'nothing'}"
            yield f"its repositories: {', '.join(there.projects) or 'none is granted to you'}"
            yield f"clock: {clock_words(there.ahead_s)}"
        if self.project is not None:
            yield f"this repository: {self.project.name or UNMATCHED}"

    @property
    def as_object(self) -> dict[str, Any]:
        """The JSON form, without the token."""
        there = self.account
        values = {name: getattr(there, name) for name in field_names(type(there))} if there else {}
        names = {name: getattr(self.membership, name) for name in field_names(Membership)}
        return (
            values
            | names
            | {
                "answers": there is not None,
                "problem": str(self.problem or ""),
                "project": self.project.name if self.project else "",
            }
        )


def clock_words(ahead_s: float | None) -> str:
    """How this machine's clock stands to the server's."""
    if ahead_s is None:
        return "the server doesn't say"
    if abs(ahead_s) <= CLOSE_S:
        return "as the server's"
    return f"{abs(ahead_s):,.0f} s {'ahead of' if ahead_s > 0 else 'behind'} the server's; set it right"


def standing(joined: Joined, clock: "Clock", workspace: "Workspace | None" = None) -> TeamStanding:
    """How a membership stands now, and the project of a workspace; the server is asked, for a few seconds at most."""
    project = None
    try:
        there = account.AccountThere.ask(joined.client, clock)
        if workspace is not None:
            project = joined.projects.match(workspace.project.id, workspace.git, again=True)
    except ScrubjayError as error:
        return TeamStanding(joined.membership, None, None, error)
    return TeamStanding(joined.membership, there, project, None)


def server_check(settings: "Settings", clock: "Clock" = system_clock) -> Iterator[Check]:
    """Doctor's check of the team's server that this home is in; nothing where it is in none."""
    joined = joined_server(settings, ASKED_S, clock)
    if joined is None:
        return
    seen = standing(joined, clock)
    here, expected = seen.membership, "answers"
    if seen.account is None:
        yield Check("team", False, f"{here.team}: {seen.problem}", expected, "`scrubjay team status`")
        return
    far = seen.account.ahead_s is not None and abs(seen.account.ahead_s) > CLOSE_S
    words = f"{here.team} at {here.url} answers; {seen.account.member}, {seen.account.role}"
    clock_too = f"; this clock is {clock_words(seen.account.ahead_s)}" if far else ""
    yield Check("team", True, f"{words}{clock_too}", expected)


def membership_check(workspace: "Workspace") -> Iterator[Check]:
    """The line of `scrubjay status` on the team that this home is in: nobody is asked; nothing where it is in none."""
    here = membership_of(workspace.user_settings)
    if here is not None:
        joined = joined_server(workspace.user_settings)
        known = joined.projects.known(workspace.project.id) if joined else ""
        matched = "this repository is matched" if known else "this repository isn't matched"
        yield Check("team", True, f"{here.team} as {here.member}; {matched}", "")

"""One team's people together: its members, invitations, tokens and repositories in one transaction of the owner's."""

from typing import TYPE_CHECKING

from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass
from scrubjay_team.people.leaving import Leaving
from scrubjay_team.people.members import Invitations, Members
from scrubjay_team.people.projects import Projects
from scrubjay_team.people.teams import Teams
from scrubjay_team.people.tokens import AccessTokens
from scrubjay_team.people.values import Team

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection


@dataclass(frozen=True, slots=True)
class TeamPeople:
    """A team and its stores, over one transaction of the owner's role. `clock` gives UTC."""

    connection: "Connection"
    clock: Clock
    team: Team

    @classmethod
    def found(cls, connection: "Connection", clock: Clock, name: str = "") -> "TeamPeople":
        """Those of the team of a name; of the only one where none is given. Raises what `Teams.found` raises."""
        return cls(connection, clock, Teams(connection, clock).found(name))

    @property
    def members(self) -> Members:
        """Who is in it."""
        return Members(self.connection, self.clock, self.team)

    @property
    def leaving(self) -> Leaving:
        """How members leave it."""
        return Leaving(self.connection, self.clock, self.team.id)

    @property
    def invitations(self) -> Invitations:
        """Who is invited."""
        return Invitations(self.connection, self.clock, self.team)

    @property
    def tokens(self) -> AccessTokens:
        """What its members' programs sign in with."""
        return AccessTokens(self.connection, self.clock, self.team)

    @property
    def projects(self) -> Projects:
        """Its repositories."""
        return Projects(self.connection, self.clock, self.team)

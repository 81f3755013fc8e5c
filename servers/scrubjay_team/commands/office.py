"""A command of `scrubjay team`: who runs it, where the server is, and the owner's way to its tables.

The owner acts on the server's machine: at the embedded PostgreSQL by its socket, at another one by the owner's DSN.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

import typer

from scrubjay.cli.acts import permitted, record
from scrubjay.cli.context import Invocation, invoked, open_home
from scrubjay.cli.lazy import Group
from scrubjay.cli.offered import require_extra
from scrubjay.model.clock import Clock, system_clock
from scrubjay.model.frozen import dataclass
from scrubjay.model.later import Later
from scrubjay_team.people.people import TeamPeople
from scrubjay_team.place import TeamOptions, TeamPlace, team_place

if TYPE_CHECKING:
    from scrubjay.identity.person.permit import Permit
    from scrubjay_team.commands import opening
    from scrubjay_team.database.connecting import Connection
    from scrubjay_team.database.owner import OwnerDatabase
else:
    opening = Later("scrubjay_team.commands.opening")

OPTIONS_KEY: Final = "scrubjay.team"
"""Where the click context keeps the options of `scrubjay team` itself."""

TeamName = Annotated[str, typer.Option("--team", metavar="NAME", help="Which team, where the server has several.")]


class _Undone(Exception):
    """Ends a transaction that was a trial."""


@dataclass(frozen=True, slots=True)
class Office:
    """Where the owner acts: the command's surroundings, the server's place, and a clock that gives UTC."""

    invocation: Invocation
    place: TeamPlace
    clock: Clock

    def permit(self, act: str, line: str) -> "Permit":
        """Who acts: a person, or a script that is trusted. Raises NotAPerson with the `line` to type."""
        return permitted(self.invocation, act, line)

    @contextmanager
    def database(self) -> Iterator["OwnerDatabase"]:
        """The database as its owner. Raises TeamNotReady where no server was set up."""
        with opening.owner_database(self.place, self.clock()) as owner:
            yield owner

    @contextmanager
    def transaction(self) -> Iterator["Connection"]:
        """One transaction of the owner's role. Raises TeamNotReady where no server was set up."""
        with self.database() as owner, owner.transaction() as connection:
            yield connection

    @contextmanager
    def people(self, team: str) -> Iterator[TeamPeople]:
        """The people of a team, in one transaction. Raises TeamNotReady, NotFound, UsageError."""
        with self.transaction() as connection:
            yield TeamPeople.found(connection, self.clock, team)

    @contextmanager
    def tried(self) -> Iterator["Connection"]:
        """One transaction that is undone at its end: what is refused in it is refused before a person is asked."""
        try:
            with self.transaction() as connection:
                yield connection
                raise _Undone
        except _Undone:
            return

    @contextmanager
    def trial(self, team: str) -> Iterator[TeamPeople]:
        """The people of a team, in a transaction that is undone at its end. Raises as `people` does."""
        with self.tried() as connection:
            yield TeamPeople.found(connection, self.clock, team)

    def record(self, permit: "Permit", action: str, resource: str) -> None:
        """Add what was done to the audit chain of whoever did it."""
        with open_home(self.invocation) as home:
            record(home, permit, action, resource)


def office_of(ctx: typer.Context) -> Office:
    """The office of a command line. Raises UsageError where the extra isn't installed."""
    require_extra("team", "A team's server")
    invocation = invoked(ctx)
    options: TeamOptions = ctx.meta.get(OPTIONS_KEY) or TeamOptions()
    return Office(invocation, team_place(invocation.environment, options), system_clock)


def address_for_browsers(office: Office) -> str:
    """The address of the server's page: as it says itself while it runs, else as the settings do."""
    return opening.address_of_hooks(office.place) or office.place.public


class UsuallyCreate(Group):
    """A group that reads `create` where a line names no command of it: `scrubjay team token anna` creates a token."""

    usual: ClassVar[str] = "create"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put `create` before arguments that don't begin with a command of the group."""
        named = not args or args[0] in self.commands or args[0] == "--help"
        return super().parse_args(ctx, args if named else [self.usual, *args])

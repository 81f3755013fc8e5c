"""Routes of a team's repositories: which there are, and who is granted each."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from scrubjay_team.api.route import ApiAnswer, ApiBody, ApiCall, Nothing
from scrubjay_team.people.office import by_id, office, own_people
from scrubjay_team.people.values import MOST_MEMBERS

if TYPE_CHECKING:
    from scrubjay_team.people.values import TeamProject

Name = Annotated[str, Field(max_length=1_000)]


class RepositoryShown(ApiAnswer):
    """A repository: `open` to the whole team, else to the members that are named.

    `address` and `members` are told to owners in their office; else `members` are only whether the caller is named.
    """

    id: str
    name: str
    open: bool
    address: str
    members: tuple[str, ...]


class RepositoriesAnswer(ApiAnswer):
    """Repositories, by name: those that the caller is granted, or all of the team."""

    repositories: tuple[RepositoryShown, ...]


class GrantBody(ApiBody):
    """The members by name, or everybody: a repository is then open to the whole team, or to those it names alone."""

    members: Annotated[tuple[Name, ...], Field(max_length=MOST_MEMBERS)] = ()
    everybody: bool = False


class RepositoryAct(ApiAnswer):
    """A repository after an act."""

    repository: RepositoryShown


def granted(call: ApiCall, body: Nothing) -> RepositoriesAnswer:
    """The repositories that the caller is granted."""
    there = own_people(call.entered, call.services.clock).projects.all()
    return RepositoriesAnswer(repositories=tuple(_shown(one, told=False) for one in there))


def repositories(call: ApiCall, body: Nothing) -> RepositoriesAnswer:
    """Every repository of the team, with its address and whom it names."""
    there = office(call.entered, call.services.clock).projects.all()
    return RepositoriesAnswer(repositories=tuple(_shown(one, told=True) for one in there))


def grant(call: ApiCall, body: GrantBody) -> RepositoryAct:
    """Grant a repository to members, or open it to the whole team."""
    there = office(call.entered, call.services.clock).projects
    name = by_id(there.all(), call.path["id"], "repository").name
    return RepositoryAct(repository=_shown(there.grant(name, body.members, everybody=body.everybody), told=True))


def take_back(call: ApiCall, body: GrantBody) -> RepositoryAct:
    """Take a repository back from members, or close it to all whom it doesn't name."""
    there = office(call.entered, call.services.clock).projects
    name = by_id(there.all(), call.path["id"], "repository").name
    return RepositoryAct(repository=_shown(there.take_back(name, body.members, everybody=body.everybody), told=True))


def _shown(one: "TeamProject", *, told: bool) -> RepositoryShown:
    address = one.address if told else ""
    return RepositoryShown(id=one.id.hex, name=one.name, open=one.open, address=address, members=one.members)

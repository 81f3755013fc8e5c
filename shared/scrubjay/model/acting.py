"""Who acts on a team's server, as extensions are told it: plain values, nothing that signs in."""

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Acting:
    """A member who calls: ids are 32 hexadecimal digits, `role` is reader, writer, reviewer or owner.

    `scopes` are those of their token that count with the role, `projects` the ids of what is granted, `person` whether
    it is a person in their browser and no token.
    """

    team: str
    team_name: str
    member: str
    member_name: str
    role: str
    scopes: tuple[str, ...]
    projects: tuple[str, ...]
    person: bool

"""The section `joined:` of the user's file: which team this home is in. `scrubjay team join` writes it."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from scrubjay.errors import UsageError
from scrubjay_joined.address import LONGEST, checked_url


def _address(url: str) -> str:
    try:
        return checked_url(url) if url else url
    except UsageError as error:
        raise ValueError(str(error)) from None


Name = Annotated[str, Field(max_length=200)]


class JoinedSection(BaseModel):
    """The team's server that this home is in. The token stands in a file of its own, never here."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: Annotated[str, Field(max_length=LONGEST), AfterValidator(_address)] = ""
    """nothing to be set by hand: the server's address, as `scrubjay team join` wrote it."""
    team: Name = ""
    """the same: the team's name."""
    member: Name = ""
    """the same: your name there."""
    server: Name = ""
    """the same: the server's id. Another server at this address is refused until you join it."""

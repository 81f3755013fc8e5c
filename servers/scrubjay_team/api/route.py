"""A route of the API as data, a call of one, and the base of what calls take and give."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, RootModel

from scrubjay.model.frozen import dataclass
from scrubjay_team.serving.calls import TeamCall

if TYPE_CHECKING:
    from datetime import datetime

    from scrubjay_team.database.connecting import Entered, TeamCaller
    from scrubjay_team.serving.calls import TeamServices

PREFIX: Final = "/api/v1"
"""What stands before each path of the table."""

LARGEST: Final = 2**63 - 1
"""The largest whole number that the database takes."""


class ApiBody(BaseModel):
    """What a call takes: nothing that isn't named, and no number for a text. Fields have bounds of their own."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ApiAnswer(BaseModel):
    """What a call gives."""

    model_config = ConfigDict(frozen=True)


class Nothing(ApiBody):
    """A call without anything to say."""


class ApiDocument(RootModel[dict[str, Any]]):
    """The document of this API, in OpenAPI 3.1."""


class ApiFile(ApiAnswer):
    """An answer that isn't one JSON object: its media type, its bytes, and headers of its own."""

    type: str
    data: bytes
    headers: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiCall:
    """One call: its transaction, what the process has, and what stands in the place of names in its path.

    `who` is what `TeamDatabase.entered` takes for its caller; `version` the one that its If-Match names, 0 without one.
    """

    entered: "Entered"
    services: "TeamServices"
    path: Mapping[str, str]
    who: Mapping[str, Any]
    version: int = 0

    @property
    def caller(self) -> "TeamCaller":
        """Who calls."""
        return self.entered.caller

    @property
    def now(self) -> "datetime":
        """This moment by the server's clock, in UTC."""
        return self.services.clock()

    def as_tool(self, repo: str = "", client: str = "") -> TeamCall:
        """The same call as the functions behind MCP's tools take it."""
        return TeamCall(entered=self.entered, services=self.services, repo=repo.strip(), client=client)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApartCall:
    """One call outside a transaction, which may open its own: `services.database.entered(**who)`."""

    services: "TeamServices"
    path: Mapping[str, str]
    who: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiRoute:
    """One route: `path` below /api/v1, with names in braces; `runs` is `module:function`, called with an ApiCall and
    what `takes` made of the body, or of the query of a GET. `scope` is the one that the token needs, empty for none.
    `waits`: it may be answered later. `person`: no token may, only a person in their browser. `reads`: a POST that
    changes nothing, which may be sent again as it is. `versioned`: it takes If-Match. `apart`: it asks something else
    than the database, so it runs outside a transaction, with an ApartCall.
    """

    method: Literal["GET", "POST"]
    path: str
    runs: str
    summary: str
    scope: str = ""
    takes: type[ApiBody] = Nothing
    gives: type[BaseModel] = ApiAnswer
    waits: bool = False
    person: bool = False
    reads: bool = False
    versioned: bool = False
    apart: bool = False

    @property
    def keeps(self) -> bool:
        """Whether its answer is kept under an Idempotency-Key."""
        return self.method == "POST" and not self.reads and not self.apart

    @property
    def name(self) -> str:
        """What errors and documents call it."""
        return f"{self.method} {self.path}"

    def placed(self, path: str) -> Mapping[str, str] | None:
        """What stands in the place of the names in its path; None where a path below the prefix isn't its own."""
        own, given = self.path.split("/"), path.split("/")
        if len(own) != len(given):
            return None
        pairs = list(zip(own, given, strict=True))
        if any(not text if name.startswith("{") else name != text for name, text in pairs):
            return None
        return {name.strip("{}"): text for name, text in pairs if name.startswith("{")}

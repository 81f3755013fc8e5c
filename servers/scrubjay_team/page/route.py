"""A route of the page as data, a call of one, and what a view answers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from scrubjay.model.frozen import dataclass, field
from scrubjay_team.errors import TokenRefused
from scrubjay_team.people.values import MemberRole

if TYPE_CHECKING:
    from datetime import datetime

    from scrubjay_team.database.connecting import Entered, TeamCaller
    from scrubjay_team.serving.calls import TeamServices

REVIEWERS: Final[tuple[MemberRole, ...]] = ("reviewer", "owner")
WRITERS: Final[tuple[MemberRole, ...]] = ("writer", "reviewer", "owner")
OWNERS: Final[tuple[MemberRole, ...]] = ("owner",)


class PageFields(Mapping[str, str]):
    """The fields of a query or a form: the last value of each name, and all of them by `every`. A missing one is ""."""

    def __init__(self, pairs: Sequence[tuple[str, str]] = ()) -> None:
        self._pairs = tuple(pairs)
        self._last = dict(pairs)

    def __getitem__(self, name: str) -> str:
        return self._last.get(name, "")

    def __contains__(self, name: object) -> bool:
        return name in self._last

    def __iter__(self) -> Iterator[str]:
        return iter(self._last)

    def __len__(self) -> int:
        return len(self._last)

    def every(self, name: str) -> tuple[str, ...]:
        """All values of a name, such as those of boxes that are ticked."""
        return tuple(value for one, value in self._pairs if one == name)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """All names with their values, in the order in which they were sent."""
        return self._pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPage:
    """A page: a template below `templates/` that extends base.html, and its values, of which `title` is one.

    `said` is told above the content; `cookies` are values of Set-Cookie; `leads_to` is a further source to which
    a form of it may lead, by a redirect as well, such as `http://127.0.0.1:5312`: a browser holds back all others.
    """

    template: str
    values: Mapping[str, Any]
    status: int = 200
    said: str = ""
    cookies: tuple[str, ...] = ()
    leads_to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """Another address to go to: a path of this page, or the whole address of an identity provider or a client.

    `said` is told on the next page of a member who is signed in.
    """

    to: str
    said: str = ""
    cookies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RawAnswer:
    """An answer that is no page, such as a file to keep (`name` is the file's)."""

    body: bytes
    type: str
    status: int = 200
    name: str = ""
    cookies: tuple[str, ...] = ()


PageAnswer = ShownPage | Redirect | RawAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class PageCall:
    """One request for a page.

    `caller` is the member who is signed in, None for anybody. `entered` is their transaction, committed once the view
    has answered and undone by any error; a public route has none, and opens what it needs by `services.database`.
    `url` is the server's public address, else the one that the browser used, without a slash at its end; `here` is the
    path that was asked for; `csrf` is what each form sends back in the field of that name; `address` is the browser's,
    and `browser` what it says of itself.
    """

    services: "TeamServices"
    caller: "TeamCaller | None" = None
    entered: "Entered | None" = None
    path: Mapping[str, str] = field(default_factory=dict)
    query: PageFields = field(default_factory=PageFields)
    form: PageFields = field(default_factory=PageFields)
    csrf: str = ""
    url: str = ""
    here: str = "/"
    cookies: Mapping[str, str] = field(default_factory=dict)
    address: str = ""
    browser: str = ""

    @property
    def member(self) -> "Entered":
        """The transaction of the member who is signed in. Raises TokenRefused where there is none."""
        if self.entered is None:
            raise TokenRefused
        return self.entered

    @property
    def now(self) -> "datetime":
        """This moment by the server's clock, in UTC."""
        return self.services.clock()


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRoute:
    """One route of the page: `path` with names in braces; `runs` is `module:function`, called with a PageCall.

    `roles` may see it (empty: every member); with `public` anybody, signed in or not. `link` is its name in the
    navigation, empty for none, and `order` its place there. `summary` says what it is for.
    """

    method: Literal["GET", "POST"]
    path: str
    runs: str
    summary: str
    public: bool = False
    roles: tuple[MemberRole, ...] = ()
    link: str = ""
    order: int = 0

    @property
    def name(self) -> str:
        """What usage and extensions call it."""
        return f"page {self.path}" if self.method == "GET" else f"page {self.method} {self.path}"

    def placed(self, path: str) -> Mapping[str, str] | None:
        """What stands in the place of the names in its path; None where a path isn't its own."""
        own, given = self.path.split("/"), path.split("/")
        if len(own) != len(given):
            return None
        pairs = list(zip(own, given, strict=True))
        if any(not text if name.startswith("{") else name != text for name, text in pairs):
            return None
        return {name.strip("{}"): text for name, text in pairs if name.startswith("{")}

    def is_for(self, role: str) -> bool:
        """Whether a member of this role may see it."""
        return not self.roles or role in self.roles

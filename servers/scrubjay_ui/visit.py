"""One request of a page, as a value: what was asked for, whose worktree, and what may be done."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any
from urllib.parse import parse_qs, quote, urlencode

from starlette.responses import HTMLResponse, RedirectResponse, Response

from scrubjay.app import App, Workspace
from scrubjay.errors import (
    ChangedMeanwhile,
    NotAPerson,
    NotFound,
    PermissionDenied,
    RepositoryError,
    ScrubjayError,
    StorageError,
    UsageError,
    VersionConflict,
)
from scrubjay.identity.person.facts import Actor
from scrubjay.model.frozen import dataclass
from scrubjay.privacy.secrets.masking import mask
from scrubjay_ui.admission import MAX_FIELDS
from scrubjay_ui.rendering import templates
from scrubjay_ui.surface import Notices, Places, Surface

MAIN = 6
"""Views that stand in the row; the others stand behind "More", but for the one that is open."""


@dataclass(frozen=True, slots=True)
class NavigationLink:
    """A link to a view. `open`: it is the page that is shown. `main`: it stands in the row."""

    name: str
    address: str
    open: bool
    main: bool


def navigation(visit: "Visit") -> tuple[NavigationLink, ...]:
    """Links to the views of the worktree that is shown; none on pages about all worktrees."""
    if not visit.place:
        return ()
    shown = visit.path.split("/")[3:4]
    return tuple(
        NavigationLink(
            part.title, visit.link(part.name), [part.name] == shown, part.order <= MAIN or [part.name] == shown
        )
        for part in visit.surface.parts
        if part.title
    )


STATUS: tuple[tuple[type[ScrubjayError], int], ...] = (
    (NotFound, 404),
    (UsageError, 400),
    (NotAPerson, 403),
    (PermissionDenied, 403),
    (ChangedMeanwhile, 409),
    (VersionConflict, 409),
    (RepositoryError, 404),
    (StorageError, 503),
)
"""The first that fits counts; anything else is 422: understood, and refused."""


def status(error: ScrubjayError) -> int:
    """The status of HTTP for an error."""
    return next((number for kind, number in STATUS if isinstance(error, kind)), 422)


MAX_TEXT = 20_000
"""Characters of one value of an address or a form; memories are bounded at 10,000."""


class Visit:
    """A request. `params` come from the address's path, `query` from its end or from the form that was `sent`."""

    def __init__(
        self,
        surface: Surface,
        *,
        root: str,
        path: str,
        params: Mapping[str, str],
        query: str,
        csrf: str,
        notices: Notices,
        sent: bool = False,
    ) -> None:
        self.surface = surface
        self.root = root
        self.path = path
        self.params = params
        self.csrf = csrf
        self.sent = sent
        self._query = query
        self._values: Mapping[str, Sequence[str]] = {}
        self._notices = notices

    def read(self) -> None:
        """Read the values that were sent. Raises UsageError for too many; there are none then."""
        try:
            self._values = parse_qs(self._query, keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="replace")
        except ValueError:
            raise UsageError(f"More than {MAX_FIELDS:,} values were sent, so nothing was read or changed.") from None

    @property
    def home(self) -> App:
        """The open home."""
        return self.surface.home

    @property
    def writes(self) -> bool:
        """Whether forms are shown and taken."""
        return self.surface.writes

    def has(self, part: str) -> bool:
        """Whether the page has a part, whose extension may be off."""
        return any(one.name == part for one in self.surface.parts)

    @property
    def place(self) -> str:
        """The key of the worktree that the address names; empty on pages about all of them."""
        return self.params.get("place", "")

    @cached_property
    def workspace(self) -> Workspace:
        """The workspace of the address. Raises NotFound."""
        return self.places.workspace(self.place)

    @cached_property
    def places(self) -> Places:
        """The worktrees that can be shown."""
        by_person = self.surface.permit.actor is Actor.PERSON
        return Places(self.home, self.surface.folder, one_project=not by_person)

    def leave_place(self) -> None:
        """Make this a page about no worktree: the one of its address can't be opened."""
        self.params = {}

    def text(self, name: str, default: str = "") -> str:
        """A value, without space around it. Raises UsageError for one that is too long."""
        return next(iter(self.texts(name)), default)

    def texts(self, name: str) -> tuple[str, ...]:
        """Every value of a name that isn't empty. Raises UsageError for one that is too long."""
        values = tuple(value.replace("\r\n", "\n").strip() for value in self._values.get(name, ()))
        if any(len(value) > MAX_TEXT for value in values):
            raise UsageError(f"{name} is longer than {MAX_TEXT:,} characters.")
        return tuple(value for value in values if value)

    @property
    def first_values(self) -> dict[str, str]:
        """The first value of each name. Raises UsageError for one that is too long."""
        return {name: value for name in self._values if (value := self.text(name))}

    def stamp(self, name: str = "stamp") -> str:
        """The stamp of what a form changes, as it was shown; "none", which is out of date, where the form has none."""
        return self.text(name, "none")

    def typed(self) -> tuple[str, ...]:
        """The sentences that a form holds, without secrets: what nobody wants to type again."""
        if not self.sent:
            return ()
        every = (text.strip() for values in self._values.values() for text in values)
        return tuple(mask(text[:MAX_TEXT]).text for text in every if " " in text)

    def number(self, name: str, default: int, least: int, most: int) -> int:
        """A whole number within bounds. Raises UsageError for anything else."""
        text = self.text(name, str(default))
        if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
            raise UsageError(f"{name} must be a whole number from {least} to {most:,}.")
        return int(text)

    def choice(self, name: str, choices: Sequence[str], default: str) -> str:
        """A parameter that must be one of `choices`. Raises UsageError for any other value."""
        text = self.text(name, default)
        if text not in choices:
            raise UsageError(f"{name} must be one of: {', '.join(choices)}.")
        return text

    def link(self, *parts: str, place: str | None = None, **query: str | int | Sequence[str] | None) -> str:
        """The address of a page of this worktree, or of `place`; empty and missing values are left out."""
        key = self.place if place is None else place
        path = "/".join(quote(part, safe="") for part in (*(("w", key) if key else ()), *parts))
        pairs = urlencode({name: value for name, value in query.items() if value not in (None, "", ())}, doseq=True)
        return f"{self.root}/{path}{'?' if pairs else ''}{pairs}"

    def here(self, **query: str | int | Sequence[str] | None) -> str:
        """The address of this page with some values of its query replaced; None and "" take one away."""
        kept: dict[str, Any] = {name: list(values) for name, values in self._values.items()} | query
        pairs = urlencode({name: value for name, value in kept.items() if value not in (None, "", [], ())}, doseq=True)
        return f"{self.root}{self.path}{'?' if pairs else ''}{pairs}"

    def page(self, template: str, *, title: str, status: int = 200, **values: Any) -> Response:
        """A page. `template` is `VIEW/FILE.html`."""
        values |= {"visit": self, "title": title, "navigation": navigation(self), "notices": self._notices.take()}
        html = templates().get_template(template)
        return HTMLResponse(html.render(values), status)

    def redirect(self, address: str, notice: str = "") -> Response:
        """Answer a form: go to `address`, which shows `notice` once."""
        self._notices.add(notice)
        return RedirectResponse(address, 303)

    def may(self, act: str, line: str) -> None:
        """Let only a page that a person started go on. Raises NotAPerson, which names the `line` to type instead."""
        if not self.writes:
            raise NotAPerson(f"This page only reads, so it can't {act}. Nothing was changed. In a terminal: {line}")

    def record(self, action: str, resource: str) -> None:
        """Add what the person did to the user's audit chain."""
        self.home.record_act(self.surface.permit, action, resource)

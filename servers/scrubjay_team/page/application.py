"""The ASGI application of the page, behind the gate: finds the route of a request, runs its view, and answers."""

import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from functools import partial
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, quote, urlsplit

import anyio.to_thread

from scrubjay.errors import LimitExceeded
from scrubjay.extensions.loading import loaded
from scrubjay.model.frozen import replace
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_team.api.application import is_storable
from scrubjay_team.api.failures import Refusing, failure_of
from scrubjay_team.api.keeping import KeptAnswers, KeyedCall
from scrubjay_team.errors import NotGranted, TokenRefused
from scrubjay_team.page.answering import GONE, PageFrame, PageReply, said_before, send_reply
from scrubjay_team.page.assets import ASSETS
from scrubjay_team.page.route import PageCall, PageFields, PageRoute, Redirect
from scrubjay_team.page.table import PAGES
from scrubjay_team.serving.admission import content_type, values
from scrubjay_team.serving.gate import CALLER, CSRF, entry
from scrubjay_team.serving.refusals import BROKEN, HttpRefusal
from scrubjay_team.serving.relaying import read_body
from scrubjay_team.signin.csrf import check_csrf
from scrubjay_team.signin.paths import local_path

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from scrubjay_team.database.connecting import TeamCaller
    from scrubjay_team.serving.calls import TeamServices

FORM: Final = "application/x-www-form-urlencoded"
MOST_FORM: Final = 200_000
"""Bytes of a form: a memory's text fits several times."""

MOST_FIELDS: Final = 1_500
"""Fields of a form or a query: every member of a team may be ticked."""

ENDED: Final = HttpRefusal(
    401, "no_session",
    "You aren't signed in any more, so nothing was done. Sign in, in a tab of its own; what you typed stays here.",
)  # fmt: skip
NO_FORM: Final = HttpRefusal(415, "no_form", "This isn't a form of the page, so nothing was done.")
UNREADABLE: Final = HttpRefusal(400, "bad_request", "What was sent can't be read, so nothing was done.")


_log = logging.getLogger(__name__)


class TeamPage:
    """Answers requests of browsers. A member's view runs in a thread, within one transaction of theirs."""

    def __init__(self, services: "TeamServices", url: str = "", routes: Sequence[PageRoute] = PAGES) -> None:
        """`url` is the server's public address; empty: each browser's own, on loopback."""
        self._services = services
        self._url = url.rstrip("/")
        self._routes = routes

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request. Where somebody is signed in, the gate has put them into the scope."""
        body = await read_body(receive, MOST_FORM) if scope["method"] == "POST" else b""
        reply = await anyio.to_thread.run_sync(self._reply, scope, body)
        await send_reply(send, reply, head=scope["method"] == "HEAD")

    def _reply(self, scope: "Scope", body: bytes | HttpRefusal) -> PageReply:
        """The answer to a request whose body was read."""
        path, caller, csrf = scope["path"], scope.get(CALLER), scope.get(CSRF, "")
        if asset := ASSETS.get(path):
            return PageReply(body=asset.body, headers={"content-type": asset.type})
        cookies = _cookies(scope)
        frame = PageFrame(
            caller=caller,
            csrf=csrf,
            routes=self._routes,
            here=path,
            said=said_before(cookies, csrf),
            secure=self._url.startswith("https://"),
        )
        found = self._found(path, "GET" if scope["method"] == "HEAD" else scope["method"])
        if isinstance(found, HttpRefusal):
            return frame.refused(found)
        route, placed = found
        frame = replace(frame, back=_back(self._routes, route, scope))
        fields = body if isinstance(body, HttpRefusal) else _fields(scope, body)
        if isinstance(fields, HttpRefusal):
            return frame.refused(fields)
        query, form = fields
        if caller is None and not route.public:
            return _ended(frame, scope, form)
        call = PageCall(
            services=self._services, caller=caller, path=placed, query=query, form=form, csrf=csrf, here=path,
            url=self._url or f"http://{values(scope, b'host')[0]}", cookies=cookies,
            address=(scope.get("client") or ("", 0))[0], browser=" ".join(values(scope, b"user-agent")),
        )  # fmt: skip
        try:
            if caller is not None and route.method == "POST":
                check_csrf(csrf, form["csrf"])
            return self._answer(route, call, scope, frame)
        except TokenRefused:  # the session ended meanwhile
            return _ended(frame, scope, form)
        except Refusing as error:
            return frame.refused(failure_of(error), _typed(form))
        except Exception:
            _log.exception("a page failed: %s %s", route.method, route.path)
            return frame.refused(BROKEN, _typed(form))

    def _answer(self, route: PageRoute, call: PageCall, scope: "Scope", frame: PageFrame) -> PageReply:
        """What a view answers, in its member's transaction where it has one; a form that is sent twice is done once."""
        if route.public:
            return frame.reply(loaded(route.runs)(call))
        services = self._services
        with services.database.entered(**entry(scope)) as entered:
            services.kinds.admit(entered.caller, route.name, "", partial(_check, route, entered.caller))
            kept, keyed = KeptAnswers(entered, call.now), once_of(route, call)
            try:
                before = kept.found(keyed) if keyed else None
            except LimitExceeded:  # programs of the member used up what is kept: their forms go on
                before = keyed = None
            if before is not None:
                return PageReply.of(before)
            reply = frame.reply(loaded(route.runs)(replace(call, entered=entered, caller=entered.caller)))
            if keyed and reply.status < HTTPStatus.BAD_REQUEST:
                kept.keep(keyed, reply.kept)
            services.kinds.count(entered, route.name, call.now, writes=route.method == "POST")
        return reply

    def _found(self, path: str, method: str) -> tuple[PageRoute, Mapping[str, str]] | HttpRefusal:
        """The route of a request, and what stands in the place of the names in its path; fixed paths go first."""
        there = [(route, placed) for route in self._routes if (placed := route.placed(path)) is not None]
        there.sort(key=lambda one: len(one[1]))
        if not there or not all(map(is_storable, there[0][1].values())):
            return GONE
        for route, placed in there:
            if route.method == method:
                return route, placed
        allowed = ", ".join(sorted({route.method for route, _ in there}))
        return HttpRefusal(
            405, "method_not_allowed", "This address only takes a form of the page. The first page leads to all.",
            {"allow": allowed},
        )  # fmt: skip


def _fields(scope: "Scope", body: bytes) -> tuple[PageFields, PageFields] | HttpRefusal:
    """The fields of a request's query and of its form, or why they can't be read."""
    if scope["method"] == "POST" and content_type(scope) != FORM:
        return NO_FORM
    try:
        query, form = (_pairs(one) for one in (scope["query_string"], body))
    except ValueError:
        return UNREADABLE
    return query, form


def _pairs(text: bytes) -> PageFields:
    """Fields as a browser sends them, with one kind of line end. Raises ValueError for what no database takes."""
    pairs = parse_qsl(text.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    if not is_storable(pairs):
        raise ValueError("no text")
    return PageFields([(name, value.replace("\r\n", "\n")) for name, value in pairs])


def once_of(route: PageRoute, call: PageCall) -> KeyedCall | None:
    """A form as it was sent: the same one with the same fields is answered again. None for what has no once-value."""
    if route.method != "POST" or not call.form["once"]:
        return None
    told = json.dumps(call.form.pairs)
    key = call.form["once"][:100] + hashlib.sha256(told.encode()).hexdigest()
    return KeyedCall.of((key,), route.name, call.here, told)


def _cookies(scope: "Scope") -> Mapping[str, str]:
    """A request's cookies by name; none where they can't be read."""
    try:
        return {name: one.value for name, one in SimpleCookie("; ".join(values(scope, b"cookie"))).items()}
    except CookieError:
        return {}


def _check(route: PageRoute, caller: "TeamCaller") -> None:
    """Raise NotGranted where a page isn't for a member's role."""
    if not route.is_for(caller.role):
        raise NotGranted(
            f"{route.summary} This is for the role {' or '.join(route.roles)}; you are {caller.role} in "
            f"{caller.team_name}. An owner of the team can change that: the page Members names them."
        )


def _ended(frame: PageFrame, scope: "Scope", form: PageFields) -> PageReply:
    """The way to the sign-in, and from there back; a form is shown what it held, which would be lost else."""
    if scope["method"] == "POST":
        return frame.refused(ENDED, _typed(form), f"/sign-in?next={quote(frame.back or '/', safe='')}")
    query = scope["query_string"].decode("latin-1")
    asked = f"{quote(scope['path'])}{'?' if query else ''}{query}"
    return frame.reply(Redirect(to=f"/sign-in?next={quote(asked, safe='')}"))


def _back(routes: Sequence[PageRoute], route: PageRoute, scope: "Scope") -> str:
    """The page on which a form stands, as its browser shows it, or the nearest one above a page; empty for none."""
    shown, asked = {one.path for one in routes if one.method == "GET"}, scope["path"].split("/")
    names = route.path.split("/")
    least = len(names) if route.method == "POST" else len(names) - 1
    for length in range(least, 1, -1):
        if "/".join(names[:length]) in shown:
            path = quote("/".join(asked[:length]))
            before = urlsplit((values(scope, b"referer") or ("",))[-1])
            return local_path(f"{path}?{before.query}" if before.path == path and before.query else path)
    return ""


def _typed(form: PageFields) -> tuple[str, ...]:
    """The sentences of a form, without secrets: what nobody wants to type again."""
    return tuple(masked_text(form[name]) for name in form if " " in form[name].strip())

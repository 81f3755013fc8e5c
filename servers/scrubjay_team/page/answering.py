"""What a browser is sent: a page within its frame, the way to another one, a file, or why nothing was done."""

import base64
import hmac
import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote

from scrubjay.model.frozen import dataclass, field
from scrubjay_team.page.rendering import templates
from scrubjay_team.page.route import PageAnswer, PageRoute, RawAnswer, Redirect, ShownPage
from scrubjay_team.serving.advice import shown
from scrubjay_team.serving.refusals import HttpRefusal

if TYPE_CHECKING:
    from starlette.types import Send

    from scrubjay_team.database.connecting import TeamCaller

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action {forms}; "
    "frame-ancestors 'none'; base-uri 'none'"
)
HEADERS: Final[Mapping[str, str]] = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""Headers of every answer. Under `no-referrer` a browser would send each form with `Origin: null`."""

SAID: Final = "scrubjay_said"
"""The cookie by which a redirect says one sentence on the next page: signed, for a minute, shown once."""

LONGEST_SAID: Final = 400

GONE: Final = HttpRefusal(404, "not_found", "No page has this address. The first page leads to all of them.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageReply:
    """An answer as it is sent: `cookies` are values of Set-Cookie."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cookies: tuple[str, ...] = ()

    @property
    def kept(self) -> Mapping[str, Any]:
        """It as JSON, the body packed: a table of many rows has to fit as well."""
        body = base64.b64encode(zlib.compress(self.body)).decode()
        return {"body": body, "status": self.status, "headers": dict(self.headers), "cookies": self.cookies}

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "PageReply":
        """That which was kept."""
        body = zlib.decompress(base64.b64decode(kept["body"]))
        return cls(body=body, status=kept["status"], headers=kept["headers"], cookies=tuple(kept["cookies"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLink:
    """A link of the navigation. `open`: it leads to the page that is shown, or to what that is a part of."""

    name: str
    address: str
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFrame:
    """What stands around the content: who is signed in, where they can go, and what the last form did.

    `secure`: the server's public address is https. `back` is the page on which a form stands, or which lists what was
    asked for; empty for none.
    """

    caller: "TeamCaller | None"
    csrf: str
    routes: Sequence[PageRoute]
    here: str
    said: str = ""
    secure: bool = False
    back: str = ""

    def reply(self, answer: PageAnswer) -> PageReply:
        """The answer of a view, as it is sent."""
        if isinstance(answer, Redirect):
            cookies = (*answer.cookies, *([self._told(answer.said)] if answer.said and self.csrf else ()))
            return PageReply(body=b"", status=303, headers={"location": answer.to}, cookies=cookies)
        if isinstance(answer, RawAnswer):
            named = {"content-disposition": f'attachment; filename="{quote(answer.name)}"'} if answer.name else {}
            headers = {"content-type": answer.type, **named}
            return PageReply(body=answer.body, status=answer.status, headers=headers, cookies=answer.cookies)
        return self._page(answer)

    def refused(self, refusal: HttpRefusal, typed: Sequence[str] = (), signs_in: str = "") -> PageReply:
        """A page that says why nothing was done, and what to do next; what was `typed` isn't lost.

        `signs_in` is the address of the sign-in, where that is the next step.
        """
        name = next((one.link for one in self.routes if one.link and one.path == self.back), "") or "where it stood"
        values = {
            "title": "That didn't work", "message": shown(refusal.message), "typed": tuple(typed), "signs_in": signs_in,
            "back": "" if signs_in else self.back, "back_name": name,
        }  # fmt: skip
        reply = self._page(ShownPage(template="failure.html", values=values, status=refusal.status))
        return PageReply(
            body=reply.body, status=reply.status, headers={**reply.headers, **refusal.headers}, cookies=reply.cookies
        )

    def _page(self, page: ShownPage) -> PageReply:
        frame = {
            "caller": self.caller, "csrf": self.csrf, "navigation": self._navigation(), "here": self.here,
            "said": tuple(filter(None, (self.said, page.said))),
        }  # fmt: skip
        text = templates().get_template(page.template).render({**frame, **page.values})
        forms = f"'self' {page.leads_to}".strip()
        headers = {"content-type": "text/html; charset=utf-8", "content-security-policy": POLICY.format(forms=forms)}
        seen = (self._said("", 0),) if self.said else ()
        return PageReply(body=text.encode(), status=page.status, headers=headers, cookies=(*page.cookies, *seen))

    def _navigation(self) -> tuple[PageLink, ...]:
        if self.caller is None:
            return ()
        role = self.caller.role
        links = sorted((one for one in self.routes if one.link and one.is_for(role)), key=lambda one: one.order)
        return tuple(PageLink(name=one.link, address=one.path, open=self._is_in(one.path)) for one in links)

    def _is_in(self, path: str) -> bool:
        return self.here == path or (path != "/" and self.here.startswith(f"{path}/"))

    def _told(self, said: str) -> str:
        text = quote(said[:LONGEST_SAID], safe="")
        return self._said(f"{text}.{_signature(self.csrf, text)}", 60)

    def _said(self, value: str, seconds: int) -> str:
        return f"{SAID}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{'; Secure' if self.secure else ''}"


def said_before(cookies: Mapping[str, str], csrf: str) -> str:
    """What the last redirect of this session said; empty for nothing, and for what isn't ours."""
    text, _, signature = cookies.get(SAID, "").rpartition(".")
    return unquote(text) if csrf and hmac.compare_digest(_signature(csrf, text), signature) else ""


async def send_reply(send: "Send", reply: PageReply, *, head: bool) -> None:
    """Send an answer; to a HEAD its headers alone."""
    told = {**HEADERS, "content-security-policy": POLICY.format(forms="'self'"), **reply.headers}
    told["content-length"] = str(len(reply.body))
    listed = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in told.items()]
    listed += [(b"set-cookie", one.encode("latin-1")) for one in reply.cookies]
    await send({"type": "http.response.start", "status": reply.status, "headers": listed})
    await send({"type": "http.response.body", "body": b"" if head else reply.body})


def _signature(csrf: str, text: str) -> str:
    made = hmac.digest(csrf.encode("ascii", "replace"), text.encode("ascii", "replace"), "sha256")
    return base64.urlsafe_b64encode(made).decode().rstrip("=")

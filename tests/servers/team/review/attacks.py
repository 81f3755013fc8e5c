"""What an agent with every token of an account tries, so that something is told or accepted: one request each."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import uuid4

from scrubjay_team.people.secret import DEVICE, ISSUED, REFRESH, digest_of, new_secret
from scrubjay_team.serving.browser import FORM, cookie_name
from scrubjay_team.signin.csrf import csrf_of
from tests.servers.team.makers import make_session
from tests.servers.team.review.conftest import Reviewers
from tests.servers.team.serving.conftest import Answered, ServedTeam


@dataclass
class Attack:
    """A server, the tokens of anna, who reviews, and memories: said, held, told, and one that waits to replace that."""

    reviewers: Reviewers
    acme: ServedTeam
    said: str
    held: str
    told: str
    waits: str
    tokens: dict[str, str] = field(default_factory=dict)

    @property
    def token(self) -> str:
        """A personal token of all scopes."""
        if "sj_pat_" not in self.tokens:
            self.tokens["sj_pat_"] = self.acme.token("anna", "search", "remember", "handoff", "export")
        return self.tokens["sj_pat_"]

    def issued(self, prefix: str) -> str:
        """A token of another form. As OAuth's access tokens are, it is a row of the tokens, if it is of that form."""
        text, digest = new_secret(prefix)
        if prefix == ISSUED:
            with self.reviewers.databases.owner.transaction() as connection:
                connection.execute(
                    "INSERT INTO access_token (id, team, member, name, digest, scopes, created_at, expires_at) "
                    "SELECT %s, team, id, 'claude', %s, '{search,remember,handoff,export}', %s, %s FROM member "
                    "WHERE id = %s",
                    [uuid4(), digest, self.now, self.now + timedelta(hours=12), self.reviewers.people.members["anna"]],
                )
        return text

    @property
    def now(self) -> Any:
        return self.reviewers.databases.clock.now

    def session(self, who: str = "anna", hours: int = 12) -> str:
        """A session's value; only a person's browser has one."""
        return make_session(self.reviewers.databases.owner, self.reviewers.people.members[who], self.now, hours)

    def tool(self, tool: str, token: str = "", **arguments: Any) -> Answered:
        return self.acme.call(token or self.token, tool, **arguments)

    def api(self, method: str, path: str, body: Any = None, **headers: str) -> Answered:
        return self.acme.api(self.token, method, path, body, **headers)

    def form(self, path: str, act: str = "tell", cookie: str = "", csrf: str = "", **headers: str) -> Answered:
        """A form of the page, as whoever holds a value of a cookie sends it."""
        fields = {"act": act, "version": "1", "reason": "no", "content": "Other words."}
        fields |= {"csrf": csrf} if csrf else {}
        named = f"{cookie_name('')}={cookie}" if cookie else ""
        return self.acme.visit(named, "POST", path, fields, **headers)

    def bearing(self, token: str, path: str, act: str = "tell") -> Answered:
        """A form of the page with a token in its header, and a field csrf that is made of that."""
        return self.form(path, act, csrf=csrf_of(token), authorization=f"Bearer {token}")


Try = Callable[[Attack], object]

BY_TOOLS: dict[str, Try] = {
    "tool: a text that claims to be told": lambda a: a.tool("remember", content="told by anna: deploys run at 9."),
    "tool: told as an argument": lambda a: a.tool("remember", content="Deploys run on Fridays.", told=True),
    "tool: told_by as an argument": lambda a: a.tool("remember", content="Deploys run daily.", told_by="anna"),
    "tool: an origin as an argument": lambda a: a.tool("remember", content="Deploys run.", origin="person"),
    "tool: supersede what is told": lambda a: a.tool("update_memory", id=a.told, how="supersede", content="No page."),
    "tool: correct what is told": lambda a: a.tool("update_memory", id=a.told, how="correct", content="No page."),
    "tool: extend what is told": lambda a: a.tool("update_memory", id=a.told, how="extend", content="Not so."),
    "tool: invalidate what is told": lambda a: a.tool("update_memory", id=a.told, how="invalidate", content="over"),
    "tool: retract what is told": lambda a: a.tool("update_memory", id=a.told, how="retract", content="over"),
    "tool: forget what is told": lambda a: a.tool("forget_memory", id=a.told),
    "tool: replace by remember": lambda a: a.tool("remember", content="No page is kept.", supersedes=a.told),
    "tool: correct what is held": lambda a: a.tool("update_memory", id=a.held, how="correct", content="Be kind."),
    "tool: retract what is held": lambda a: a.tool("update_memory", id=a.held, how="retract", content="no"),
    "tool: forget what is held": lambda a: a.tool("forget_memory", id=a.held),
    "tool: tell as a way to change": lambda a: a.tool("update_memory", id=a.said, how="tell", content="so"),
    "tool: accept as a way to change": lambda a: a.tool("update_memory", id=a.waits, how="accept", content="so"),
    "tool: retract what waits": lambda a: a.tool("update_memory", id=a.waits, how="retract", content="no"),
    "tool: share what is held": lambda a: a.tool("share_memory_to_scope", memory_id=a.held, scope="global"),
    "tool: an issued token": lambda a: a.tool("forget_memory", a.issued(ISSUED), id=a.told),
    "tool: a tool that isn't there": lambda a: a.tool("review", id=a.held, decision="approve"),
}

BY_API: dict[str, Try] = {
    "api: told in the body": lambda a: a.api("POST", "/memories", {"content": "Deploys run.", "told": True}),
    "api: told_by in the body": lambda a: a.api("POST", "/memories", {"content": "Deploys run.", "told_by": "anna"}),
    "api: status in the body": lambda a: a.api("POST", "/memories", {"content": "Deploys run.", "status": "active"}),
    "api: how=tell": lambda a: a.api("POST", f"/memories/{a.said}", {"how": "tell", "version": 1}),
    "api: how=accept": lambda a: a.api("POST", f"/memories/{a.held}", {"how": "accept", "version": 1}),
    "api: supersede what is told": lambda a: a.api(
        "POST", f"/memories/{a.told}", {"how": "supersede", "version": 2, "content": "No page is kept."}
    ),
    "api: retract what is told": lambda a: a.api(
        "POST", f"/memories/{a.told}", {"how": "retract", "version": 2, "content": "over"}
    ),
    "api: forget what is told": lambda a: a.api("POST", f"/memories/{a.told}", {"how": "forget", "version": 2}),
    "api: put": lambda a: a.api("PUT", f"/memories/{a.said}", {"told_by": "anna"}),
    "api: patch": lambda a: a.api("PATCH", f"/memories/{a.held}", {"status": "active"}),
    "api: a review": lambda a: a.api("POST", f"/reviews/{a.held}", {"act": "tell", "version": 1}),
    "api: a review as accepted": lambda a: a.api("POST", f"/reviews/{a.waits}", {"act": "accept", "version": 1}),
    "api: an edit": lambda a: a.api("POST", f"/reviews/{a.held}", {"act": "edit", "version": 1, "content": "So."}),
    "api: a path that leads up": lambda a: a.api("POST", f"/../../tell/{a.said}", {"act": "tell", "version": 1}),
    "api: a header that says person": lambda a: a.api(
        "POST", f"/memories/{a.held}", {"how": "correct", "version": 1, "content": "So."}, x_scrubjay_person="true"
    ),
    "api: a token as a cookie": lambda a: a.acme.ask(
        "POST", f"/api/v1/memories/{a.told}", '{"how":"forget","version":2}', cookie=f"{cookie_name('')}={a.token}",
        content_type="application/json", origin=f"http://127.0.0.1:{a.acme.port}",
    ),
}  # fmt: skip

BY_PAGE: dict[str, Try] = {
    "page: a token as bearer tells": lambda a: a.bearing(a.token, f"/tell/{a.said}"),
    "page: a token as bearer reviews": lambda a: a.bearing(a.token, f"/review/{a.held}"),
    "page: an issued token as bearer": lambda a: a.bearing(a.issued(ISSUED), f"/tell/{a.said}"),
    "page: a refresh token as bearer": lambda a: a.bearing(a.issued(REFRESH), f"/tell/{a.said}"),
    "page: a device's token as bearer": lambda a: a.bearing(a.issued(DEVICE), f"/review/{a.waits}", "accept"),
    "page: a token as cookie": lambda a: a.form(f"/tell/{a.said}", cookie=a.token),
    "page: an issued token as cookie": lambda a: a.form(f"/tell/{a.said}", cookie=a.issued(ISSUED)),
    "page: a session with a token's digits": lambda a: a.form(
        f"/tell/{a.said}", cookie=a.token.replace("sj_pat_", "sj_ses_")
    ),
    "page: a session that nobody made": lambda a: a.form(f"/review/{a.held}", cookie=new_secret("sj_ses_")[0]),
    "page: a digest as a cookie": lambda a: a.form(f"/tell/{a.said}", cookie=digest_of(a.session()).hex()),
    "page: the cookie of another place": lambda a: a.acme.visit(
        f"__Host-scrubjay={a.session()}", "POST", f"/tell/{a.said}", {"act": "tell", "version": "1"}
    ),
    "page: a session that is over": lambda a: a.form(f"/tell/{a.said}", cookie=a.session(hours=0)),
    "page: a GET with the form's fields": lambda a: a.acme.visit(
        f"{cookie_name('')}={a.session()}", "GET", f"/tell/{a.said}?act=tell&version=1"
    ),
    "page: a HEAD": lambda a: a.acme.visit(
        f"{cookie_name('')}={a.session()}", "HEAD", f"/review/{a.held}?act=accept&version=1"
    ),
    "page: a GET that says POST": lambda a: a.acme.visit(
        f"{cookie_name('')}={a.session()}", "GET", f"/tell/{a.said}?act=tell&version=1", x_http_method_override="POST"
    ),
    "page: a header that says who": lambda a: a.form(f"/tell/{a.said}", x_forwarded_user="anna", remote_user="anna"),
    "page: another letter case": lambda a: a.bearing(a.token, f"/TELL/{a.said}"),
    "page: two slashes": lambda a: a.bearing(a.token, f"//tell//{a.said}"),
    "page: a path through mcp": lambda a: a.bearing(a.token, f"/mcp/../tell/{a.said}"),
}  # fmt: skip

BY_BROWSERS: dict[str, Try] = {
    "browser: no csrf": lambda a: a.form(f"/tell/{a.said}", cookie=a.session(), csrf="-"),
    "browser: another session's csrf": lambda a: a.form(
        f"/tell/{a.said}", cookie=a.session(), csrf=csrf_of(a.session())
    ),
    "browser: a token's csrf": lambda a: a.form(f"/tell/{a.said}", cookie=a.session(), csrf=csrf_of(a.token)),
    "browser: another origin": lambda a: a.form(
        f"/tell/{a.said}", cookie=a.session(), origin="http://evil.example"
    ),
    "browser: an origin that is null": lambda a: a.form(f"/tell/{a.said}", cookie=a.session(), origin="null"),
    "browser: another port": lambda a: a.form(
        f"/tell/{a.said}", cookie=a.session(), origin=f"http://127.0.0.1:{a.acme.port + 1}"
    ),
    "browser: from another site": lambda a: a.form(
        f"/tell/{a.said}", cookie=a.session(), sec_fetch_site="cross-site"
    ),
    "browser: not a form": lambda a: a.form(f"/tell/{a.said}", cookie=a.session(), content_type="text/plain"),
    "browser: json": lambda a: a.form(f"/tell/{a.said}", cookie=a.session(), content_type="application/json"),
    "browser: a version that nobody saw": lambda a: a.form(f"/tell/{a.told}", cookie=a.session("bea")),
    "browser: a reader's": lambda a: a.form(f"/tell/{a.said}", cookie=a.session("rita")),
    "browser: a writer's review": lambda a: a.form(f"/review/{a.held}", cookie=a.session("ben")),
    "browser: a writer tells what another wrote and is held": lambda a: a.form(
        f"/tell/{a.held}", cookie=a.session("ben")
    ),
    "browser: another team's": lambda a: a.form(f"/tell/{a.said}", cookie=a.session("carl")),
    "browser: undo of what another told": lambda a: a.form(f"/tell/{a.told}", "undo", cookie=a.session("bea")),
    "browser: an act that isn't there": lambda a: a.form(f"/review/{a.held}", "approve", cookie=a.session()),
    "browser: the API without its content type": lambda a: a.acme.ask(
        "POST", f"/api/v1/memories/{a.told}", '{"how":"forget","version":2}', content_type=FORM,
        cookie=f"{cookie_name('')}={a.session()}", origin=f"http://127.0.0.1:{a.acme.port}",
    ),
    "browser: the API from another origin": lambda a: a.acme.ask(
        "POST", f"/api/v1/memories/{a.told}", '{"how":"forget","version":2}', content_type="application/json",
        cookie=f"{cookie_name('')}={a.session()}", origin="http://evil.example",
    ),
    "browser: the API, with a token beside the cookie": lambda a: a.api(
        "POST", f"/memories/{a.told}", {"how": "forget", "version": 2}, cookie=f"{cookie_name('')}={a.session()}",
        origin=f"http://127.0.0.1:{a.acme.port}",
    ),
}  # fmt: skip

ATTACKS = BY_TOOLS | BY_API | BY_PAGE | BY_BROWSERS

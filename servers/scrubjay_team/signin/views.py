"""The views of signing in at a provider, signing out, and one's own sessions."""

from urllib.parse import quote, unquote
from uuid import UUID

from scrubjay.errors import UsageError
from scrubjay.model.counted import counted
from scrubjay_team.page.route import PageAnswer, PageCall, Redirect, ShownPage
from scrubjay_team.serving.browser import cookie_name
from scrubjay_team.signin.attempts import MINUTES, SignInBrowser, cookie_of_aim, cookie_of_sign_in, set_cookie
from scrubjay_team.signin.paths import HOME, local_path
from scrubjay_team.signin.service import SignedIn
from scrubjay_team.signin.sessions import end_own_session, end_own_sessions, sessions


def sign_in(call: PageCall) -> PageAnswer:
    """Say how to sign in; whoever is signed in goes on."""
    next = local_path(call.query["next"])
    if call.caller is not None:
        return Redirect(to=next)
    provider = call.services.sign_in.provider
    values = {
        "title": "Sign in",
        "provider": provider.name if provider else "",
        "next": quote(next, safe=""),
    }
    aim = set_cookie(call.url, cookie_of_aim(call.url), quote(next, safe=""), MINUTES * 60)
    return ShownPage(template="signin/sign_in.html", values=values, cookies=(aim,))


def to_provider(call: PageCall) -> PageAnswer:
    """Begin a sign-in, and go to the provider."""
    browser = browser_of(call)
    to = call.services.sign_in.begin(browser, call.url, call.query["next"], call.address)
    return Redirect(to=to, cookies=(attempt_cookie(call, browser),))


def callback(call: PageCall) -> PageAnswer:
    """Come back from the provider."""
    old = call.cookies.get(cookie_name(call.url), "")
    signed = call.services.sign_in.finish(
        browser_of(call), call.url, call.query, address=call.address, agent=call.browser, old=old
    )
    return arrived(call, signed)


def sign_out(call: PageCall) -> PageAnswer:
    """End this browser's session, be it over already."""
    name = cookie_name(call.url)
    call.services.sign_in.leave(call.cookies.get(name, ""))
    return Redirect(to="/sign-in", cookies=(set_cookie(call.url, name, "", 0),))


def own_sessions(call: PageCall) -> PageAnswer:
    """List the caller's own sessions."""
    values = {"title": "Your sessions", "sessions": sessions(call.member, call.now)}
    return ShownPage(template="signin/sessions.html", values=values)


def end(call: PageCall) -> PageAnswer:
    """End one of the caller's own sessions, or all of them."""
    if call.form["all"]:
        number = end_own_sessions(call.member, call.now)
        cookie = set_cookie(call.url, cookie_name(call.url), "", 0)
        return Redirect(to="/sign-in", said=f"{counted(number, 'session')} ended.", cookies=(cookie,))
    try:
        id = UUID(hex=call.form["id"])
    except ValueError:
        raise UsageError("This names no session. Open the list again: /sessions.") from None
    end_own_session(call.member, id, call.now)
    return Redirect(to="/sessions", said="The session has ended.")


def browser_of(call: PageCall) -> SignInBrowser:
    """The browser as its cookie of signing in knows it."""
    return SignInBrowser.of(call.cookies.get(cookie_of_sign_in(call.url), ""))


def attempt_cookie(call: PageCall, browser: SignInBrowser) -> str:
    """The cookie by which this browser is known when it comes back."""
    return set_cookie(call.url, cookie_of_sign_in(call.url), browser.value, MINUTES * 60)


def aim_of(call: PageCall) -> str:
    """Where somebody wanted before they were asked to sign in: what the form or address says, else this browser."""
    kept = unquote(call.cookies.get(cookie_of_aim(call.url), ""))
    return local_path(call.form["next"] or call.query["next"] or kept)


def arrived(call: PageCall, signed: SignedIn) -> Redirect:
    """Where a person goes who came in, with the cookie of their new session."""
    ended = (set_cookie(call.url, name(call.url), "", 0) for name in (cookie_of_sign_in, cookie_of_aim))
    session = set_cookie(call.url, cookie_name(call.url), signed.session.value, signed.session.seconds)
    return Redirect(to=signed.next or HOME, cookies=(session, *ended))

"""The views of an invitation: it stands behind the `#` of its address, so a form sends it, by a script or by hand."""

from typing import Final

from scrubjay.model.frozen import replace
from scrubjay_team.page.route import PageAnswer, PageCall, ShownPage
from scrubjay_team.serving.browser import cookie_name
from scrubjay_team.signin.views import aim_of, arrived, attempt_cookie, browser_of

LONGEST: Final = 1_000


def invitation(call: PageCall) -> PageAnswer:
    """Ask for the invitation."""
    return ShownPage(template="signin/invitation.html", values={"title": "Open an invitation", "next": aim_of(call)})


def opened(call: PageCall) -> PageAnswer:
    """Show what an invitation is for, with the way in; with `join` and without a provider, go in."""
    text, service = call.form["invitation"][-LONGEST:].strip().rpartition("#")[2], call.services.sign_in
    if call.form["join"]:
        old = call.cookies.get(cookie_name(call.url), "")
        signed = service.join(text, address=call.address, agent=call.browser, old=old)
        return arrived(call, replace(signed, next=aim_of(call)))
    invited = service.invited(text, call.address)
    values = {"title": f"Join {invited.team_name}", "invited": invited, "provider": "", "to": "", "invitation": text}
    values["next"] = aim_of(call)
    if service.provider is None:
        return ShownPage(template="signin/invited.html", values=values)
    browser = browser_of(call)
    to = service.begin(browser, call.url, aim_of(call), call.address, text)
    values |= {"provider": service.provider.name, "to": to, "invitation": ""}
    return ShownPage(template="signin/invited.html", values=values, cookies=(attempt_cookie(call, browser),))

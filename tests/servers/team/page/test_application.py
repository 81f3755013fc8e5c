"""Who is let in to which page, by what; what an answer says to a browser; and what a failure looks like."""

from tests.servers.team.page.addresses import EXAMPLES, addresses, forms
from tests.servers.team.page.conftest import CACHE, PagedTeam
from tests.servers.ui.structure import complaints

EVERYBODY = ("anna", "rosa", "ben", "rita")
ROLES = {"anna": "owner", "rosa": "reviewer", "ben": "writer", "rita": "reader"}


def test_every_page_is_shown_to_its_roles_alone_and_is_well_made(indexed: PagedTeam) -> None:
    seen = set()
    for route, address in addresses(indexed):
        for who in EVERYBODY:
            told = indexed.get(who, address)
            allowed = route.is_for(ROLES[who])
            assert told.status == (200 if allowed else 403), (who, address)
            assert [one for one in complaints(told.body) if not one.startswith("emoji")] == [], (who, address)
            assert allowed or "An owner of the team can change that" in told.body
            links = f'<a href="{route.path}"' in told.body
            assert links is (bool(route.link) and allowed) or route.path == "/" or not route.link, (who, address)
        seen.add(route.path)
    assert seen == set(EXAMPLES)


def test_whoever_isn_t_signed_in_is_led_there_and_back(acme: PagedTeam) -> None:
    for _, address in addresses(acme):
        told = acme.get("", address)
        assert (told.status, told.body) == (303, ""), address
        assert told.headers["location"].startswith("/sign-in?next=%2F")
    assert acme.get("", "/memories?tag=a+b").headers["location"] == "/sign-in?next=%2Fmemories%3Ftag%3Da%2Bb"


def test_a_form_of_another_page_of_nobody_or_of_another_session_does_nothing(acme: PagedTeam) -> None:
    def counts() -> object:
        return acme.row(
            "SELECT ARRAY[(SELECT count(*) FROM invitation), (SELECT count(*) FROM handoff), "
            "(SELECT count(*) FROM access_token WHERE revoked_at IS NULL), (SELECT count(*) FROM project_member), "
            "(SELECT count(*) FROM page_session WHERE ended_at IS NULL)]"
        )

    acme.cookie("anna")
    before = counts()
    fields = {"name": "mallory", "task": "x", "to": "any", "scope": "search", "days": "30", "open": "named",
              "act": "remove", "confirm": "ben", "what": "browsers"}  # fmt: skip
    ours = acme.served.visit("", "GET", "/").headers
    assert ours["location"]
    for _, address in forms(acme):
        for csrf in ("", "x", "\u00e9"):
            told = acme.post("anna", address, **fields, csrf=csrf)
            assert (told.status, "isn't of your present session" in told.body.replace("&#39;", "'")) == (403, True)
        other = acme.served.visit(acme.cookie("anna"), "POST", address, fields, origin="https://evil.example")
        assert other.status == 403
        assert acme.served.visit("", "POST", address, fields).status == 401
    assert counts() == before


def test_a_form_is_for_its_roles_alone(acme: PagedTeam) -> None:
    for route, address in forms(acme):
        for who in ("rosa", "ben", "rita"):
            if not route.is_for(ROLES[who]):
                told = acme.post(who, address, name="mallory", act="remove", confirm="ben", task="x")
                assert told.status == 403, (who, address)


def test_nothing_is_changed_by_get(acme: PagedTeam) -> None:
    for _, address in forms(acme):
        told = acme.get("anna", address + "?act=remove&confirm=ben&what=browsers")
        assert told.status in (200, 404, 405), address
    assert acme.row("SELECT count(*) FROM member WHERE removed_at IS NOT NULL") == 0
    assert acme.get("anna", "/").status == 200


def test_an_answer_keeps_a_browser_from_everything_else(acme: PagedTeam) -> None:
    for address in ("/", "/nowhere", "/static/style.css"):
        told = acme.get("anna", address).headers
        policy = told["content-security-policy"]
        assert policy.startswith("default-src 'none'; style-src 'self'; script-src 'self'")
        assert "form-action 'self'; frame-ancestors 'none'; base-uri 'none'" in policy
        assert (told["cache-control"], told["referrer-policy"], told["x-content-type-options"]) == (
            "no-store", "same-origin", "nosniff",
        )  # fmt: skip


def test_a_failure_is_a_page_in_plain_words_that_keeps_what_was_typed(acme: PagedTeam) -> None:
    told = acme.post("ben", "/handoffs", task="Look after it, would you?", to="nobody here", next_steps="first this")
    assert told.status == 422
    assert "Nobody of team acme is called" in told.body
    assert "Look after it, would you?" in told.body
    assert complaints(told.body) == []
    for address, status, words in (
        ("/nowhere", 404, "No page has this address"),
        ("/memories/ffffffffffff", 404, "No memory that you see"),
        ("/document?repo=shop&path=no", 404, "mirrored now"),
        ("/memories?status=odd", 422, "status"),
        ("/usage?days=4", 422, "Choose one"),
        ("/audit?before=-1", 422, "none of an act"),
        ("/search?q=x&repo=nix", 404, "There is no repository"),
        ("/memories?author=%00", 400, "read"),
        ("/memories?author=%ff", 400, "read"),
    ):
        told = acme.get("anna", address)
        assert (told.status, words in told.body) == (status, True), told.body
        assert complaints(told.body) == [], address


def test_what_a_form_did_is_said_once_and_by_the_server_alone(acme: PagedTeam) -> None:
    told = acme.post("ben", "/handoffs", task="Look after the cache", to="carol")
    assert (told.status, told.headers["location"]) == (303, "/handoffs")
    said = told.headers["set-cookie"].partition(";")[0]
    page = acme.served.visit(f"{acme.cookie('ben')}; {said}", "GET", "/handoffs")
    assert "Handed over to carol." in page.body
    assert "scrubjay_said=; Path=/; Max-Age=0" in page.headers["set-cookie"]
    forged = said.replace("carol", "the%20moon")
    assert "the moon" not in acme.served.visit(f"{acme.cookie('ben')}; {forged}", "GET", "/handoffs").body
    assert "Handed over" not in acme.served.visit(f"{acme.cookie('anna')}; {said}", "GET", "/handoffs").body


def test_a_head_has_no_body(acme: PagedTeam) -> None:
    told = acme.served.visit(acme.cookie("anna"), "HEAD", "/memories")
    assert (told.status, told.body) == (200, "")
    assert CACHE in acme.get("anna", "/memories").body

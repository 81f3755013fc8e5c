"""The page of evidence: sums for every member, decisions for reviewers, and nothing of a hidden repository."""

from uuid import UUID

from scrubjay_team.evidence import counts
from scrubjay_team.evidence.promoting import TeamPromotion
from tests.servers.team.evidence.conftest import session
from tests.servers.team.makers import grant
from tests.servers.team.page.conftest import CACHE, SECRET, PagedTeam
from tests.servers.team.page.conftest import acme as acme
from tests.servers.team.page.conftest import make_mirror as make_mirror
from tests.servers.team.page.conftest import plain as plain


def tell(acme: PagedTeam, who: str, *told: counts.SessionTold) -> None:
    """Let a member's home tell of sessions."""
    token = acme.served.token(who, "search", "remember")
    for one in told:
        row = {
            "session": one.session.hex(), "version": one.version, "day": one.day.isoformat(), "client": one.client,
            "ended": one.ended, "memories": [memory.hex for memory in one.memories],
        }  # fmt: skip
        assert acme.served.api(token, "POST", "/evidence", {"sessions": [row]}).json == {"taken": 1}


def test_every_member_sees_the_sums_of_what_they_see_and_reviewers_why(acme: PagedTeam) -> None:
    shop = acme.row("SELECT id FROM memory WHERE content = %s", CACHE)
    pay = acme.row("SELECT id FROM memory WHERE content = %s", SECRET)
    assert isinstance(shop, UUID)
    carol = acme.row("SELECT id FROM member WHERE name = 'carol'")
    grant(acme.served.databases.owner, acme.row("SELECT project FROM memory WHERE id = %s", pay), carol)
    tell(acme, "ben", session("first", "well", shop.hex))
    assert all("so no sum is shown" in acme.get(who, "/evidence").body for who in ("ben", "rita"))
    for who in ("anna", "ben", "carol"):
        tell(acme, who, *(session(f"{who}{n}", "well", shop.hex, pay.hex) for n in range(3)))
    TeamPromotion(acme.served.databases.worker, acme.served.databases.clock, None).run(acme.served.team or shop)
    seen = {who: acme.get(who, "/evidence") for who in ("anna", "rosa", "carol", "rita")}
    assert all(one.status == 200 for one in seen.values())
    assert all(CACHE in one.body for one in seen.values())
    assert [who for who, one in seen.items() if "10 sessions of 3 other members count" in one.body] == ["rosa", "rita"]
    assert [who for who, one in seen.items() if "7 sessions of 2 other members count" in one.body] == ["anna", "carol"]
    assert [who for who, one in seen.items() if SECRET in one.body] == ["anna", "carol"]
    assert [who for who, one in seen.items() if "<h2>Decisions</h2>" in one.body] == ["anna", "rosa"]
    why = acme.get("rosa", f"/evidence/{shop.hex}")
    assert (why.status, "outcome: abstains" in why.body) == (200, True)
    assert acme.get("rosa", f"/evidence/{pay.hex}").status == 404
    assert acme.get("rosa", "/evidence/x").status == 404
    assert acme.get("ben", f"/evidence/{shop.hex}").status in (403, 404)

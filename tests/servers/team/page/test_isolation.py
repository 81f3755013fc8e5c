"""What isn't granted isn't there: on no page, in no box, by no address."""

from scrubjay_team.page.declared import VIEW_PAGES
from tests.servers.team.makers import make_member, make_team
from tests.servers.team.page.addresses import addresses
from tests.servers.team.page.conftest import RETRIES, SECRET, PagedTeam

OF_PAY = (SECRET, "retry limit is 5", "Retry a payment", "git.example/pay", ">pay<", "vault of pay")


def test_a_repository_that_isn_t_granted_is_on_no_page(indexed: PagedTeam) -> None:
    assert "Retry a payment" in RETRIES
    indexed.post("ben", "/handoffs", task="Mind the vault of pay", to="anna", repo="pay")
    asked = [
        "/search?q=retry+limit+payment+bank", "/search?q=vault+midnight&kind=memory", "/memories?status=all",
        f"/memories/{indexed.memories['secret']}", "/document?repo=pay&path=docs/adr/0001-it.md",
        "/search?q=vault&repo=pay",
    ]  # fmt: skip
    every = [address for _, address in addresses(indexed)] + asked
    for who in ("rosa", "carol", "rita"):
        for address in every:
            body = indexed.get(who, address).body
            assert [one for one in OF_PAY if one in body] == [], (who, address)
    told = "".join(indexed.get("ben", address).body for address in every)
    assert all(one in told for one in OF_PAY if "git.example" not in one), "who is granted it sees it"


def test_a_grant_counts_from_the_next_page_on(indexed: PagedTeam) -> None:
    assert SECRET not in indexed.get("carol", "/memories").body
    pay = indexed.projects["pay"].hex
    assert indexed.post("anna", f"/repositories/{pay}", open="named", member=["anna", "ben", "carol"]).status == 303
    assert SECRET in indexed.get("carol", "/memories").body
    assert indexed.post("anna", f"/repositories/{pay}", open="named", member=["anna"]).status == 303
    assert SECRET not in indexed.get("carol", "/memories").body
    assert SECRET not in indexed.get("ben", "/memories").body


def test_another_team_is_on_no_page(indexed: PagedTeam) -> None:
    owner = indexed.served.databases.owner
    other = make_team(owner, "bolt")
    zoe = make_member(owner, other, "zoe", "owner")
    for _, address in addresses(indexed):
        assert "zoe" not in indexed.get("anna", address).body, address
    assert indexed.get("anna", f"/members/{zoe.hex}").status == 404
    told = indexed.post("anna", f"/members/{zoe.hex}", act="remove", confirm="zoe")
    assert told.status == 404
    assert indexed.row("SELECT removed_at IS NULL FROM member WHERE id = %s", zoe)


def test_an_owner_who_isn_t_granted_a_repository_sees_that_it_is_there_and_nothing_of_it(indexed: PagedTeam) -> None:
    pay = indexed.projects["pay"].hex
    indexed.post("anna", f"/repositories/{pay}", open="named", member=["ben"])
    page = indexed.get("anna", "/repositories").body
    assert "not granted to you" in page
    for route, address in addresses(indexed):
        if not route.path.startswith("/repositories"):
            assert SECRET not in indexed.get("anna", address).body
            assert "retry limit is 5" not in indexed.get("anna", address).body
    assert len(VIEW_PAGES) > len(addresses(indexed)) // 2

"""What a refused form is told: what was typed, in a person's words, and the way back to where it stands."""

import re

from scrubjay_team.serving.advice import shown
from tests.servers.team.page.conftest import PagedTeam
from tests.servers.ui.structure import complaints

OTHERS = re.compile(
    r"list_memories|search_knowledge|get_provenance|accept_handoff|scrubjay team (?:invite|member|token)"
)


def test_a_form_whose_session_ended_keeps_what_was_typed(acme: PagedTeam) -> None:
    told = acme.served.visit("", "POST", "/handoffs", {"task": "My long <text>", "to": "any"})
    assert told.status == 401
    assert "My long &lt;text&gt;" in told.body
    assert 'href="/sign-in?next=%2Fhandoffs"' in told.body
    assert complaints(told.body) == []
    for path, next in (
        (f"/review/{'0' * 32}", f"%2Freview%2F{'0' * 32}"), (f"/handoffs/{'0' * 32}", "%2Fhandoffs"),
        ("/members/invite", "%2Fmembers"), ("/tokens/end", "%2Ftokens"), ("/memories/abc/choice", "%2Fmemories%2Fabc"),
    ):  # fmt: skip
        assert f'"/sign-in?next={next}"' in acme.served.visit("", "POST", path, {"x": "y"}).body, path
    asked = acme.served.visit("", "POST", "/oauth/consent", {"x": "y"}, referer=f"{acme.top}/oauth/consent?request=1")
    assert '"/sign-in?next=%2Foauth%2Fconsent%3Frequest%3D1"' in asked.body


def test_a_refusal_leads_back_and_speaks_to_a_person(acme: PagedTeam) -> None:
    acme.post("anna", "/members/invite", name="dora", role="writer")
    acme.post("anna", "/tokens", name="lap", scope=["search"], days="30")
    for told, back in (
        (acme.post("anna", "/members/invite", name="dora", role="writer"), '<a href="/members">Back to Members</a>'),
        (acme.post("anna", "/members/uninvite", name="nobody here"), '<a href="/members">Back to Members</a>'),
        (acme.post("anna", "/tokens", name="lap", scope=["search"], days="30"), '<a href="/tokens">Back to Tokens</a>'),
        (acme.get("anna", "/memories/nosuch"), '<a href="/memories">Back to Memories</a>'),
        (acme.get("anna", "/tell/nosuch"), ""),
        (acme.get("anna", "/members/nosuch"), '<a href="/members">Back to Members</a>'),
        (acme.post("ben", f"/tell/{acme.memories['fridays']}", act="tell", version="7"), ">Back to where it stood</a>"),
    ):  # fmt: skip
        assert told.status >= 400
        assert back in told.body, told.body
        assert OTHERS.findall(told.body) == [], told.body
        assert complaints(told.body) == []


def test_a_step_is_kept_without_its_command() -> None:
    way = "`scrubjay team invite NAME`, or `scrubjay team member sign-in NAME`"
    said = f"It isn't valid. Ask an owner for a new one: {way}."
    assert shown(said) == "It isn't valid. Ask an owner for a new one."
    assert shown("Nobody is called that. See `scrubjay team invite list`.") == "Nobody is called that."
    assert shown("list_memories shows all.") == "That isn't possible here. Open the page again."

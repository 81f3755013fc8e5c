"""Members by an owner's hand: invited, given a role, handed over, taken out, erased."""

import re

from scrubjay_team.people.secret import digest_of
from tests.servers.team.page.conftest import PagedTeam

INVITATION = re.compile(r"sj_inv_[0-9A-Za-z]{43}")


def test_an_invitation_is_shown_once_and_can_be_taken_back(plain: PagedTeam) -> None:
    told = plain.post("anna", "/members/invite", name="mara", role="writer")
    assert told.status == 200
    (text,) = INVITATION.findall(told.body)
    assert f'value="{plain.top}/invitation#{text}"' in told.body
    digest = plain.row("SELECT digest FROM invitation WHERE name = 'mara' AND role = 'writer'")
    assert digest_of(text, "sj_inv_") == digest
    again = plain.get("anna", "/members").body
    assert (INVITATION.findall(again), "mara" in again) == ([], True)
    assert "mara" not in plain.get("ben", "/members").body
    assert plain.post("anna", "/members/uninvite", name="mara").status == 303
    assert plain.row("SELECT count(*) FROM invitation") == 0


def test_a_name_that_is_taken_is_refused_in_words(plain: PagedTeam) -> None:
    told = plain.post("anna", "/members/invite", name="BEN", role="writer")
    assert (told.status, "has a member" in told.body) == (422, True)


def test_a_role_counts_from_the_next_page_on(plain: PagedTeam) -> None:
    assert plain.get("rita", "/handoffs").status == 403
    path = f"/members/{plain.members['rita'].hex}"
    assert plain.post("anna", path, act="role", role="writer").status == 303
    assert plain.get("rita", "/handoffs").status == 200


def test_the_last_owner_stays(plain: PagedTeam) -> None:
    path = f"/members/{plain.members['anna'].hex}"
    for form in ({"act": "role", "role": "reader"}, {"act": "remove", "confirm": "anna"}):
        told = plain.post("anna", path, **form)
        assert (told.status, "last owner" in told.body) == (422, True)
    assert plain.get("anna", "/members").status == 200


def test_who_leaves_hands_over_first_is_out_at_once_and_can_be_erased(acme: PagedTeam) -> None:
    path = f"/members/{acme.members['ben'].hex}"
    acme.post("rosa", "/handoffs", task="Look after the cache", to="ben")
    assert "1 handoff and" in acme.get("anna", path).body
    assert acme.post("anna", path, act="hand_over", to="carol").status == 303
    assert acme.row("SELECT count(*) FROM handoff WHERE target = %s", acme.members["carol"]) == 1
    refused = acme.post("anna", path, act="remove", confirm="carol")
    assert (refused.status, "type the name" in refused.body) == (422, True)
    assert acme.get("ben", "/").status == 200
    assert acme.post("anna", path, act="remove", confirm="ben").status == 303
    assert acme.get("ben", "/").status == 303, "to the sign-in"
    assert ">ben (left" in acme.get("anna", "/memories").body, "their words keep their name"
    assert acme.post("anna", path, act="erase", confirm="ben").status == 303
    assert ">ben" not in acme.get("anna", "/memories").body
    assert "former member 1" in acme.get("anna", "/members").body


def test_what_isn_t_a_choice_is_refused(plain: PagedTeam) -> None:
    told = plain.post("anna", f"/members/{plain.members['ben'].hex}", act="promote")
    assert (told.status, "none of the choices" in told.body) == (422, True)
    assert plain.get("anna", "/members/nobody").status == 404

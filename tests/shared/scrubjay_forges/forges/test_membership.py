"""Who is a member is asked once a round: a change counts for what is kept, and what isn't told changes nothing."""

from typing import Any

import pytest

from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.github_items import expected, user
from tests.shared.scrubjay_forges.forges.gitlab_server import GitLabServer
from tests.shared.scrubjay_forges.forges.test_client import answer, hang_up
from tests.shared.scrubjay_forges.forges.test_gitea import GiteaServer, at, gitea
from tests.shared.scrubjay_forges.forges.test_gitlab import at as lab_desk
from tests.shared.scrubjay_forges.forges.test_gitlab import lab
from tests.shared.scrubjay_forges.forges.test_left_out import failing

__all__ = ["at", "gitea", "lab", "lab_desk"]


def members(desk: Desk) -> set[str]:
    """Whose texts count as a member's."""
    return {part.author for part in desk.kept.parts.values() if part.member}


def test_a_token_that_is_named_later_makes_members_of_who_wrote_before(at: Desk, gitea: GiteaServer) -> None:
    gitea.private = True
    at.read()
    assert members(at) == set()
    assert "who is a member, so nobody counts as one" in at.kept.note
    gitea.private = False
    at.later(hours=1)
    at.read()
    assert members(at) == {"ann"}
    assert at.kept.note == ""


@pytest.mark.parametrize("fault", [answer(403), answer(500), answer(404), hang_up])
def test_what_is_not_told_in_a_round_makes_no_outsiders_and_holds_up_nothing(
    lab_desk: Desk, lab: GitLabServer, fault: Any
) -> None:
    lab.fill()
    act = failing(lab, "/members/all", fault)
    lab_desk.read()
    assert set(lab_desk.kept.parts) == lab.expected()
    assert members(lab_desk) == set()
    lab.before.remove(act)
    lab_desk.later(hours=1)
    lab_desk.read()
    assert members(lab_desk) == {"ann"}
    lab.before.append(act)
    lab.issue(99, 300 * 24 * 60 + 70)
    lab_desk.later(hours=1)
    lab_desk.read()
    assert members(lab_desk) == {"ann"}
    assert lab_desk.kept.parts["opening/99"].member
    assert "who is a member, so those it told last count" in lab_desk.kept.note


def test_who_joined_or_left_counts_at_the_next_round_and_costs_no_request(at: Desk, gitea: GiteaServer) -> None:
    at.read()
    assert members(at) == {"ann"}
    gitea.assignees = (user("bob"),)
    gitea.asked.clear()
    at.later(hours=1)
    at.read()
    assert members(at) == {"bob"}
    assert len(gitea.asked) == 2 + 3, "the repository, who may write, and three listings"
    assert set(at.kept.parts) == expected(gitea.repository)


def test_a_name_that_was_brought_from_elsewhere_never_becomes_a_member(at: Desk, gitea: GiteaServer) -> None:
    gitea.repository.issues[1]["original_author"] = "ann"
    gitea.private = True
    at.read()
    gitea.private = False
    at.later(hours=1)
    at.read()
    assert not at.kept.parts["opening/2"].member
    assert at.kept.parts["opening/1"].member

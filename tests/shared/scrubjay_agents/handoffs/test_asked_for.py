"""What a handoff may name, whom it may be for, and when it is left again."""

from collections.abc import Callable

import pytest

from scrubjay.app import Workspace
from scrubjay.errors import HandoffUnavailable, UnsafePath, UsageError
from scrubjay.model.agent import Caller
from scrubjay_agents.services import AgentServices
from tests.conftest import Repo
from tests.shared.scrubjay_agents.handoffs.conftest import CLAUDE, CODEX

WORK: dict[str, object] = {"task_description": "Weigh once"}
Of = Callable[..., Caller]


def test_files_that_are_outside_or_nowhere_are_refused(worked: Repo, here: Workspace, caller: Of) -> None:
    claude, handoffs = caller(CLAUDE), AgentServices.of(here).handoffs
    for path, error in (("../../etc/passwd", UnsafePath), ("/etc/passwd", UnsafePath), ("nonexist.go", UsageError)):
        with pytest.raises(error):
            handoffs.initiate(claude, "branch", WORK | {"relevant_files": [path]})
    (worked.path / "README.md").unlink()
    given = ["./scale.py", str(worked.path / "scale.py"), "README.md"]
    assert handoffs.initiate(claude, "branch", WORK | {"relevant_files": given}).context.relevant_files == (
        "scale.py", "README.md",
    )  # fmt: skip


def test_a_branch_is_one_that_git_allows_and_a_missing_one_is_said(here: Workspace, caller: Of) -> None:
    claude, handoffs = caller(CLAUDE), AgentServices.of(here).handoffs
    with pytest.raises(UsageError, match="no name of a branch"):
        handoffs.initiate(claude, "branch:..bad ~", WORK)
    assert "No branch nope/none is in this clone" in handoffs.waits_for(
        handoffs.initiate(claude, "branch:nope/none", WORK)
    )
    assert handoffs.waits_for(handoffs.initiate(claude, "branch", WORK)) == ""
    with pytest.raises(UsageError, match="That agent is you: any:claude_code"):
        handoffs.initiate(claude, claude.agent, WORK)


def test_it_is_left_again_once_with_what_stands_here_now(worked: Repo, here: Workspace, caller: Of) -> None:
    claude, codex, handoffs = caller(CLAUDE), caller(CODEX, "s2"), AgentServices.of(here).handoffs
    first = handoffs.initiate(claude, "any:codex", WORK).id
    with pytest.raises(HandoffUnavailable, match="is still PENDING"):
        handoffs.renew(claude, first)
    handoffs.reject(codex, first, "no scales")
    commit = worked.commit("second", {"b.py": "b = 1\n"})
    worked.write("scale.py", "weigh = 2\n")
    again = handoffs.renew(claude, first[:8])
    assert (again.context.commit, [one.path for one in again.context.uncommitted]) == (commit, ["scale.py"])
    with pytest.raises(HandoffUnavailable, match=f"was left again as {again.id[:12]}, which is still PENDING"):
        handoffs.renew(claude, first)
    handoffs.accept(codex, again.id)
    handoffs.complete(codex, again.id, {"status": "done"})
    with pytest.raises(HandoffUnavailable, match="is COMPLETED"):
        handoffs.renew(claude, again.id)

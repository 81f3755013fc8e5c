"""A refusal says why, to whoever can see the handoff, and what to do next; an id is taken as lists show it."""

from collections.abc import Callable

import pytest

from scrubjay.app import Workspace
from scrubjay.errors import HandoffUnavailable, UnknownHandoff
from scrubjay.model.agent import Caller
from scrubjay_agents.services import AgentServices
from tests.shared.scrubjay_agents.handoffs.conftest import CLAUDE, CODEX, PERSON

WORK = {"task_description": "Weigh once"}
Of = Callable[..., Caller]


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(HandoffUnavailable) as why:
        act()
    return str(why.value)


def test_whoever_sees_a_handoff_is_told_its_state_and_the_next_step(
    here: Workspace, other: Workspace, caller: Of
) -> None:
    handoffs, there = AgentServices.of(here).handoffs, AgentServices.of(other).handoffs
    claude, codex, person = caller(CLAUDE), caller(CODEX, "s2"), caller(PERSON, "s3")
    id = handoffs.initiate(claude, "any:codex", WORK).id[:8]
    assert "you left it: cancel_handoff withdraws it" in refused(lambda: handoffs.accept(claude, id))
    assert "accept_handoff takes it" in refused(lambda: handoffs.complete(codex, id, {"status": "done"}))
    assert "from claude_code: only its sender" in refused(lambda: handoffs.cancel(codex, id))
    assert "for any:codex, which isn't you: `scrubjay handoff cancel" in refused(lambda: handoffs.accept(person, id))
    handoffs.accept(codex, id)
    assert "held by codex (session s2)" in refused(lambda: handoffs.accept(person, id))
    assert "held by you in another session" in refused(lambda: handoffs.accept(caller(CODEX, "s4"), id))
    handoffs.complete(codex, id, {"status": "done"})
    assert "is COMPLETED since" in refused(lambda: handoffs.cancel(claude, id))
    branch = handoffs.initiate(claude, "branch", WORK).id[:12]
    assert "for branch master: `git switch master`" in refused(lambda: there.accept(person, branch))


def test_who_may_not_see_it_is_told_what_is_told_of_none(here: Workspace, other: Workspace, caller: Of) -> None:
    id = AgentServices.of(here).handoffs.initiate(caller(CLAUDE), "branch", WORK).id
    handoffs, codex = AgentServices.of(other).handoffs, caller(CODEX)
    for given in (id, id[:8], "f" * 32, "f" * 8, "3", "", "zzz"):
        for act in (handoffs.accept, handoffs.cancel, lambda c, i: handoffs.complete(c, i, {"status": "done"})):
            with pytest.raises(UnknownHandoff) as why:
                act(codex, given)
            assert str(why.value) == str(UnknownHandoff())


def test_an_agent_is_named_by_the_digits_that_lists_show(here: Workspace, caller: Of) -> None:
    claude, codex = caller(CLAUDE), caller(CODEX)
    left = AgentServices.of(here).handoffs.initiate(claude, codex.agent[:8].upper(), WORK, source_id=claude.agent[:12])
    assert left.target == codex.agent
    pool = AgentServices.of(here).pools.create(claude, "yard")
    AgentServices.of(here).pools.join(claude, pool.id[:8], "write", codex.agent[:8])
    assert [str(entry.permission) for entry in AgentServices.of(here).pools.list(codex)] == ["write"]
    assert AgentServices.of(here).agent_directory.info(claude, claude.agent[:8])[0].id == claude.agent

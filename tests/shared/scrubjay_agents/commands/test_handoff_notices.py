"""A person is told what waits for them, what they hold and how their own handoffs ended, without asking."""

import json

import pytest

from tests.shared.cli.conftest import Scrubjay

pytestmark = pytest.mark.story


def needs(scrubjay: Scrubjay) -> list[str]:
    return [line.split(maxsplit=2)[2] for line in scrubjay("status").out.splitlines() if line.startswith("needs you")]


def test_status_and_a_session_start_tell_what_concerns_a_person(
    ready: Scrubjay, by_hand: Scrubjay, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert needs(by_hand) == []
    own = json.loads(by_hand("handoff", "create", "Weigh once", "--to", "any:codex", "--json").out)["id"][:8]
    assert needs(by_hand) == []
    with monkeypatch.context() as agent:
        agent.setenv("CODEX_SANDBOX", "1")
        assert "for you" in ready("handoff", "list").out
        assert ready("handoff", "accept", own).code == 0
        assert ready("handoff", "complete", own, "--notes", "It was rust.").code == 0
        back = json.loads(ready("handoff", "create", "Look at it", "--to", "any:human", "--json").out)["id"][:8]
        for number in range(3):
            assert ready("handoff", "create", f"Read page {number}").code == 0
    told = needs(by_hand)
    assert len(told) == 5
    assert told[3] == "for you: 1 more handoff; `scrubjay handoff list` shows all"
    assert f'"Weigh once" is completed by codex: done: It was rust.; `scrubjay handoff show {own}`' in told[4]
    start = by_hand("session", "init").out
    assert start.count(", PENDING, ") == 3
    assert "- 1 more handoff: " in start
    assert "Your handoff" in start
    assert len(needs(by_hand)) == 4, "the end was told"
    assert by_hand("handoff", "accept", back).code == 0
    assert f'held by you: "Look at it" from codex; `scrubjay handoff complete {back}` finishes it' in needs(by_hand)
    marks = [one["you"] for one in json.loads(by_hand("handoff", "list", "--json").out)["handoffs"]]
    assert sorted(marks[:-1]) == ["for you", "for you", "for you", "held by you"]
    assert marks[-1] == "left by you", "what is open comes first"

"""`scrubjay handoff` and `scrubjay agents`: a person hands over to an agent, and an agent to a person."""

import json

import pytest

from scrubjay.identity.person.facts import ProcessFacts
from tests.shared.cli.conftest import Scrubjay
from tests.shared.cli.test_json import compare

pytestmark = pytest.mark.story


def test_a_person_hands_over_to_an_agent_and_gets_it_back(
    ready: Scrubjay, by_hand: Scrubjay, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = json.loads(by_hand("handoff", "create", "Weigh once", "--to", "any:codex", "--json").out)
    assert by_hand("status").out.count("1 waiting, 0 taken") == 1
    id = left["id"][:8]
    with monkeypatch.context() as agent:
        agent.setenv("CODEX_SANDBOX", "1")
        assert "Weigh once" in ready("handoff", "list").out
        taken = ready("handoff", "accept", id)
        assert taken.code == 0, taken.err
        assert "Since then: nothing moved." in taken.out
        back = json.loads(ready("handoff", "create", "Look at it", "--to", "any:human", "--json").out)
        half = ("handoff", "complete", id, "--notes", "Half of it.", "--status")
        assert "done, partial or failed" in ready(*half, "bogus").err
        assert ready(*half, "partial").code == 0
        assert "already there: nothing was changed" in ready(*half, "partial").out
    shown = by_hand("handoff", "show", id).out
    assert "Result of codex: partial: Half of it." in shown
    assert by_hand("handoff", "accept", back["id"]).code == 0
    assert by_hand("handoff", "complete", back["id"]).code == 0
    assert "handoffs" not in by_hand("status").out


def test_one_that_was_rejected_or_withdrawn_can_be_left_again(ready: Scrubjay, by_hand: Scrubjay) -> None:
    left = json.loads(by_hand("handoff", "create", "Weigh once", "--json").out)
    assert "Reason: not now" in by_hand("handoff", "reject", left["id"], "not now").out
    again = json.loads(by_hand("handoff", "create", "--from", left["id"], "--json").out)
    assert again["renews"] == left["id"]
    assert again["context"] == left["context"]
    assert "CANCELLED" in by_hand("handoff", "cancel", again["id"]).out
    refused = by_hand("handoff", "accept", again["id"])
    assert refused.code == 1
    assert f"is CANCELLED since {again['created_at'][:10]}" in refused.err
    assert by_hand("agents", "cleanup").out == "forgot 0 sessions and 2 handoffs that had ended\n"
    assert "no handoffs" in by_hand("handoff", "list").out


def test_an_empty_list_says_as_whom_it_was_asked_for(ready: Scrubjay, by_hand: Scrubjay) -> None:
    assert by_hand("handoff", "create", "Weigh once", "--to", "any:gemini").code == 0
    assert "Weigh once" in by_hand("handoff", "list").out
    ready.facts = ProcessFacts()
    listed = ready("handoff", "list").out
    assert "no handoffs" in listed
    assert "this ran as custom_pipeline: it lists what that left, took or may take." in listed


def test_what_a_person_hands_over_and_cancels_is_on_their_own_audit_chain(ready: Scrubjay, by_hand: Scrubjay) -> None:
    left = json.loads(by_hand("handoff", "create", "Weigh once", "--json").out)["id"]
    by_hand("handoff", "cancel", left)
    acts = json.loads(by_hand("audit", "show", "--scope", "user", "--json").out)["records"]
    assert sorted((one["action"], one["resource"]) for one in acts) == [("cancel handoff", left), ("hand over", left)]


def test_an_agent_sees_nothing_that_is_not_for_it(
    ready: Scrubjay, by_hand: Scrubjay, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = json.loads(by_hand("handoff", "create", "Weigh once", "--to", "any:gemini", "--json").out)
    monkeypatch.setenv("CODEX_SANDBOX", "1")
    assert "no handoffs" in ready("handoff", "list").out
    answers = [ready("handoff", command, id).err for command in ("show", "accept") for id in (left["id"], "f" * 32)]
    assert len(set(answers)) == 1
    assert ready("agents", "cleanup").code == 1


def test_a_script_hands_over_once_a_person_allows_it(ready: Scrubjay, by_hand: Scrubjay) -> None:
    person, script = by_hand.facts, ProcessFacts()
    allow = ("agents", "register", "custom_pipeline", "--capability", "handoff_initiate")
    ready.facts = script
    refused = ready("handoff", "create", "Weigh once")
    assert refused.code == 1
    given = "".join(f" --capability {name}" for name in ("HANDOFF_INITIATE", "KB_SEARCH", "MEMORY_READ"))
    assert f"A person gives it: `scrubjay agents register custom_pipeline{given}`." in refused.err
    assert ready(*allow).code == 1
    ready.facts = person
    assert ready(*allow).code == 0
    ready.facts = script
    assert ready("handoff", "create", "Weigh once").code == 0
    ready.facts = person
    agents = json.loads(by_hand("agents", "list", "--json").out)["agents"]
    assert {agent["type"] for agent in agents} == {"custom_pipeline", "human"}
    (id,) = [agent["id"] for agent in agents if agent["type"] == "custom_pipeline"]
    assert by_hand("agents", "unregister", id).code == 0
    assert id not in by_hand("agents", "list").out
    assert by_hand("agents", "register", "bird").code == 2
    kept = by_hand("agents", "register", "codex", "--capability", "review")
    assert (kept.code, "Only a person has REVIEW" in kept.err) == (2, True)


def test_the_keys_are_those_of_the_reference(ready: Scrubjay, by_hand: Scrubjay) -> None:
    def printed(*words: str) -> str:
        done = by_hand(*words, "--json")
        assert done.code == 0, done.err
        compare(" ".join(words[:2]), done.out)
        return done.out

    printed("agents", "register", "codex", "--name", "ci")
    printed("agents", "list")
    left, other, third = (
        json.loads(printed("handoff", "create", f"Weigh {number}", "--to", "any:human"))["id"] for number in range(3)
    )
    printed("handoff", "show", left)
    printed("handoff", "accept", left)
    printed("handoff", "complete", left)
    printed("handoff", "reject", other, "not now")
    printed("handoff", "cancel", third)
    printed("handoff", "list")
    printed("agents", "cleanup")

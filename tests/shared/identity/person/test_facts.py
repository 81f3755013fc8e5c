"""Who acts? The table of the rule."""

import pytest

from scrubjay.errors import NotAPerson
from scrubjay.identity.person.agents import known_agents
from scrubjay.identity.person.facts import Actor, ProcessFacts, classify_actor
from scrubjay.identity.person.permit import permit

SHELL = (("bash",), ("sshd",), ("systemd",))
AT_A_TERMINAL = ProcessFacts(True, True, frozenset({"PATH"}), SHELL, "/dev/pts/1")


@pytest.mark.parametrize(
    ("facts", "actor"),
    [
        (AT_A_TERMINAL, Actor.PERSON),
        (
            ProcessFacts(True, True, frozenset({"TERM_PROGRAM"}), (("zsh",), ("code",))),
            Actor.PERSON,
        ),  # an editor's terminal
        (
            ProcessFacts(True, True, frozenset({"CLAUDE_CODE_SSE_PORT"}), SHELL),
            Actor.PERSON,
        ),  # the extension sets it there
        (ProcessFacts(False, True, frozenset(), SHELL), Actor.SCRIPT),  # input is a pipe, or another session's terminal
        (ProcessFacts(True, False, frozenset(), SHELL), Actor.SCRIPT),  # in the background
        (ProcessFacts(True, True, frozenset(), None), Actor.SCRIPT),  # an ancestor is hidden from us
        (ProcessFacts(), Actor.SCRIPT),
        (ProcessFacts(True, True, frozenset({"CLAUDECODE"}), SHELL), Actor.AGENT),
        (ProcessFacts(True, True, frozenset(), (("bash",), ("node", "claude"), ("zsh",))), Actor.AGENT),
        (ProcessFacts(True, True, frozenset(), (("bash",), ("Codex",))), Actor.AGENT),
        (ProcessFacts(False, False, frozenset({"GEMINI_CLI"}), None), Actor.AGENT),
    ],
)
def test_the_rule(facts: ProcessFacts, actor: Actor) -> None:
    assert classify_actor(facts) is actor


AGENT = ProcessFacts(True, True, frozenset({"CLAUDECODE"}), SHELL)
SCRIPT = ProcessFacts(False, False, frozenset(), SHELL)


def test_a_person_is_let_through_and_leaves_a_trace() -> None:
    allowed = permit(AT_A_TERMINAL, "join a project", "scrubjay project join", trust_scripts=False)
    assert allowed.trace == {"by": "person", "terminal": "/dev/pts/1", "ancestors": "bash < sshd < systemd"}


def test_a_script_is_let_through_only_where_the_user_trusts_scripts() -> None:
    assert permit(SCRIPT, "join", "x", trust_scripts=True).actor is Actor.SCRIPT
    with pytest.raises(NotAPerson, match=r"in a terminal: scrubjay project join$") as refused:
        permit(SCRIPT, "join a project", "scrubjay project join", trust_scripts=False)
    assert "trust" not in str(refused.value)


@pytest.mark.parametrize("trusted", [True, False])
def test_an_agent_is_never_let_through_and_gets_the_line_to_type(trusted: bool) -> None:
    with pytest.raises(NotAPerson, match=r"an agent runs this \(CLAUDECODE\).*: scrubjay project join 12$") as refused:
        permit(AGENT, "join a project", "scrubjay project join 12", trust_scripts=trusted)
    assert "trust.scripts" not in str(refused.value)
    assert refused.value.exit_code == 2


REACHABLE = {
    "a terminal in front of a person": (
        (("bash",), ("gnome-terminal-", "gnome-terminal-server"), ("systemd",)),
        False,
        False,
    ),
    "the console": ((("bash",), ("login",), ("init",)), False, False),
    "an editor's terminal, whatever runs": ((("zsh",), ("code",), ("systemd",)), True, True),
    "tmux": ((("zsh",), ("tmux: server", "tmux"), ("systemd",)), True, False),
    "tmux within a terminal": ((("zsh",), ("tmux: server",), ("kitty",), ("systemd",)), True, False),
    "screen": ((("bash",), ("SCREEN",), ("systemd",)), True, False),
    "zellij": ((("bash",), ("zellij",), ("systemd",)), True, False),
    "over the network": (SHELL, True, False),
    "a tree that no terminal program holds": ((("python3",), ("systemd",)), True, False),
}


@pytest.mark.parametrize("case", REACHABLE)
def test_whether_an_agent_could_have_caused_an_act_is_told_by_where_it_was_done_and_whether_one_runs(case: str) -> None:
    above, beside_an_agent, alone = REACHABLE[case]
    for runs, expected in ((True, beside_an_agent), (False, alone)):
        facts = ProcessFacts(True, True, frozenset(), above, "/dev/pts/1", agent_runs=runs)
        assert classify_actor(facts) is Actor.PERSON
        assert facts.open_to_agents(known_agents()) is expected
        assert (permit(facts, "x", "y", trust_scripts=False).trace.get("agent") == "possible") is expected

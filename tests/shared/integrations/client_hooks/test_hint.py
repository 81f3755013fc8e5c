"""A prompt brings the memories that it is about, and no others."""

from dataclasses import replace

import pytest

from scrubjay.app import App
from scrubjay.inference.tokens import count_tokens
from scrubjay.integrations.client_hooks.hint import estimate_tokens, select_lines
from scrubjay.integrations.client_hooks.switches import compile_switches
from scrubjay.memory.store.hints import HintCandidate
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.writing import number_of
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Stored
from tests.conftest import Repo
from tests.shared.integrations.client_hooks.conftest import Client, prepare

FACT = "The staging broker drops idle connections after ninety seconds."
PROMPT = "Why does the staging broker drop our idle connections?"


@pytest.fixture
def knowing(project: Repo, app: App) -> Repo:
    """A project with a memory, and with the hook switched on."""
    at = app.workspace(project.path)
    at.memories.remember(RememberRequest(content=FACT, author="ada", origin=Origin.PERSON, act=Act.TYPED))
    at.memories.remember(
        RememberRequest(content="Releases go out on Tuesdays.", author="ada", origin=Origin.PERSON, act=Act.TYPED)
    )
    prepare(app, project.path)
    compile_switches(at.project.folder, project.path, {"user_prompt_submit": True}, ())
    assert len(at.memories.recent(5)) == 2
    return project


def test_a_prompt_brings_what_it_is_about_once(client: Client, knowing: Repo) -> None:
    client.environment["CLAUDE_PROJECT_DIR"] = str(knowing.path)
    text = client.fire("UserPromptSubmit", knowing.path, session="fresh", prompt=PROMPT)
    assert FACT in text
    assert "Tuesdays" not in text
    assert count_tokens(text) <= 300


def test_what_only_an_agent_says_is_not_brought(client: Client, knowing: Repo, app: App) -> None:
    app.workspace(knowing.path).memories.remember(
        RememberRequest(content="The staging broker drops connections of flamingos.")
    )
    text = client.fire("UserPromptSubmit", knowing.path, session="fresh", prompt=PROMPT)
    assert "told by ada" in text
    assert "flamingos" not in text


def test_a_memory_is_brought_in_its_own_text_with_its_grounds_words_behind_or_not_at_all() -> None:
    one = HintCandidate(
        id="1a" * 16,
        kind="fact",
        content="The broker drops idle connections.",
        recorded_at="2026-03-01",
        mark="said by bot",
        words='docs/b.md: "It does."',
    )
    (line,) = select_lines([one], "broker idle connections", 1)
    label = "- 1a1a1a1a said by bot, 2026-03-01 · fact: "
    assert line == f'{label}The broker drops idle connections. · docs/b.md: "It does."'
    long = replace(one, content="broker idle connections " * 30)
    assert select_lines([long], "broker idle connections", 1) == ()
    (told,) = select_lines([replace(one, told=True, words="It does. " * 40)], "broker idle connections", 1)
    assert told == f"{label}The broker drops idle connections."


def test_what_leans_on_a_source_is_brought_again_once_what_it_contradicts_has_ended(
    client: Client, project: Repo, app: App
) -> None:
    project.commit("docs", {"docs/broker.md": "# Broker\n\nIdle connections are dropped by the staging broker.\n"})
    at = app.workspace(project.path)
    at.documents.ingest(at.documents.view(), cause="test")
    told = at.memories.remember(RememberRequest(content=FACT, author="ada", origin=Origin.PERSON, act=Act.TYPED))
    cites = at.memories.remember(RememberRequest(content="The staging broker drops idle connections (docs/broker.md)."))
    assert isinstance(told, Stored)
    assert isinstance(cites, Stored)
    assert cites.result.grade is not None
    assert Grade.SAID < cites.result.grade < Grade.QUOTED
    at.memories.writing("project", lambda c, _: c.execute(
        Q.add_contradiction, {"memory": number_of(c, cites.id), "other": told.id}))  # fmt: skip
    prepare(app, project.path)
    compile_switches(at.project.folder, project.path, {"user_prompt_submit": True}, ())
    assert cites.id[:8] not in client.fire("UserPromptSubmit", project.path, session="one", prompt=PROMPT)
    at.memories.retract(told.id, "ada", "not so", authority=True)
    assert cites.id[:8] in client.fire("UserPromptSubmit", project.path, session="two", prompt=PROMPT)


def test_what_is_contested_is_brought_with_both_sides(client: Client, knowing: Repo, app: App) -> None:
    memories = app.workspace(knowing.path).memories
    memories.remember(
        RememberRequest(
            content="The staging broker keeps idle connections for 90 s.",
            author="ada",
            origin=Origin.PERSON,
            act=Act.TYPED,
        )
    )
    memories.remember(RememberRequest(content="The staging broker keeps idle connections for 60 s.", author="bot"))
    text = client.fire("UserPromptSubmit", knowing.path, session="fresh", prompt=PROMPT)
    (line,) = [line for line in text.splitlines() if "90 s" in line]
    assert line.endswith("rival: said: The staging broker keeps idle connections for 60 s.")
    assert text.count("60 s") == 1


def test_both_sides_of_what_is_contested_are_cut_alike() -> None:
    one = HintCandidate(
        id="1a" * 16,
        kind="fact",
        content="broker left " * 60,
        recorded_at="2026-03-01",
        mark="told by ada",
        contradiction="right " * 200,
    )
    (line,) = select_lines([one], "broker left", 1)
    assert line.count("left") > 10
    assert line.count("right") > 10


def test_what_the_briefing_told_already_is_not_told_again(client: Client, knowing: Repo) -> None:
    assert FACT in client.start(knowing.path)
    assert client.fire("UserPromptSubmit", knowing.path, prompt=PROMPT) == ""


@pytest.mark.parametrize(
    "prompt",
    ["", "hi", "Please continue with the next step", "the the the and of", '" OR 1 --', "staging", "\x00" * 50],
)
def test_a_prompt_about_nothing_brings_nothing(client: Client, knowing: Repo, prompt: str) -> None:
    assert client.fire("UserPromptSubmit", knowing.path, session="fresh", prompt=prompt) == ""


def test_it_is_off_until_somebody_switches_it_on(client: Client, knowing: Repo, app: App) -> None:
    folder = app.workspace(knowing.path).project.folder
    for switches in ({}, {"user_prompt_submit": False}):
        compile_switches(folder, knowing.path, switches, ())
        assert client.fire("UserPromptSubmit", knowing.path, session="fresh", prompt=PROMPT) == ""


def test_a_memory_of_another_branch_is_not_brought(client: Client, project: Repo, app: App) -> None:
    project.git("switch", "-q", "-c", "side")
    project.commit("Docs", {"docs/broker.md": "# Broker\n\nThe staging broker drops idle connections after 90 s.\n"})
    prepare(app, project.path)
    at = app.workspace(project.path)
    at.memories.remember(
        RememberRequest(content="The staging broker drops idle connections after 90 s (docs/broker.md).")
    )
    prepare(app, project.path)
    compile_switches(at.project.folder, project.path, {"user_prompt_submit": True}, ())
    assert at.memories.recent(5)
    assert "docs/broker.md" in client.fire("UserPromptSubmit", project.path, session="s7", prompt=PROMPT)
    project.git("switch", "-q", "main")
    assert client.fire("UserPromptSubmit", project.path, session="s8", prompt=PROMPT) == ""
    prepare(app, project.path)
    assert client.fire("UserPromptSubmit", project.path, session="s9", prompt=PROMPT) == ""


def test_long_memories_stay_within_the_tokens() -> None:
    long = [
        HintCandidate(
            id=f"{n:032x}", kind="fact", content="broker " * 40 + f"idle connection {n} " * 20, recorded_at="2026-03-01"
        )
        for n in range(9)
    ]
    lines = select_lines(long, "broker idle connection", 9)
    assert sum(map(estimate_tokens, lines)) <= 280


def test_a_word_that_most_memories_have_tells_nothing() -> None:
    many = [
        HintCandidate(
            id=f"{n:032x}", kind="fact", content=f"The broker queue number {n} is fine", recorded_at="2026-03-01"
        )
        for n in range(20)
    ]
    assert select_lines(many, "broker queue", 20) == ()


@pytest.mark.parametrize(
    "text", ["plain words of English text", "数据库连接在九十秒后断开", "🦜" * 20, "a_b-c/d.e:f(g)" * 5]
)
def test_the_estimate_is_never_below_the_tokens(text: str) -> None:
    assert estimate_tokens(text) >= count_tokens(text)

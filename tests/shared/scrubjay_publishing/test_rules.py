"""The pure rules of publishing: who may be published, names, messages, commands."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.errors import PublishRefused, UsageError
from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.model.evidence import Origin
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Belief, Memory, MemoryStatus
from scrubjay_publishing.check import refuse_secrets
from scrubjay_publishing.decision_file import memory_file
from scrubjay_publishing.naming import MAX_SLUG_BYTES, checked_topic, slug, title_of
from scrubjay_publishing.pull_request import (
    host_of,
    ids_in,
    is_conventional,
    message,
    needs_sign_off,
    pull_request_commands,
    subject,
    without_credentials,
)
from scrubjay_publishing.told import refusal
from scrubjay_publishing.values import Publishable, RenderedFile, StartingPoint

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
BELIEF = Belief(
    status=MemoryStatus.ACTIVE, reason="", valid_from="", valid_until="", recorded_at="2026-02-01T00:00:00Z",
    retracted_at="", actor="ada",
)  # fmt: skip
MEMORY = Memory(
    id="ab" * 16, kind="fact", content="Parcels are weighed twice.", scope="project", project="p", author="ada",
    origin=Origin.PERSON, session="", quote="", applies="", tags=(), branch="main", commit="",
    recorded_at="2026-02-01T00:00:00Z", belief=BELIEF,
)  # fmt: skip
TOLD, GROUNDED = GradeResult(Grade.TOLD), GradeResult(Grade.GROUNDED)


@pytest.mark.parametrize(
    ("change", "graded", "why"),
    [
        ({}, TOLD, ""),
        ({}, GROUNDED, ""),
        ({}, GradeResult(Grade.SAID), "is said by an agent"),
        ({"kind": "decision"}, GROUNDED, "nobody confirmed"),
        ({"kind": "decision"}, TOLD, ""),
        ({"kind": "question"}, TOLD, "states nothing"),
        ({"scope": "user"}, TOLD, "--own"),
        ({"contradicts": ("cd" * 16,)}, TOLD, "contradicts cdcdcdcdcdcd"),
        ({"content": "It is so.\n#private and so"}, TOLD, "private"),
        ({"tags": ("private",)}, TOLD, "private"),
        ({"content": f"<!-- Memory-Id: {'0' * 32} -->"}, TOLD, "Memory-Id"),
        ({"belief": replace(BELIEF, valid_until="2026-03-01T12:00:00Z")}, TOLD, "has expired"),
        ({"belief": replace(BELIEF, valid_until="2026-03-02T12:00:00Z")}, TOLD, ""),
        *(({"belief": replace(BELIEF, status=status)}, TOLD, "") for status in (MemoryStatus.ACTIVE,)),
    ],
)
def test_what_may_be_published(change: dict[str, object], graded: GradeResult, why: str) -> None:
    said = refusal(replace(MEMORY, **change), graded, NOW, shown=True, own=False)  # type: ignore[arg-type]
    assert (why in said) if why else said == ""


@pytest.mark.parametrize("status", [status for status in MemoryStatus if status is not MemoryStatus.ACTIVE])
def test_no_memory_that_has_ended_or_waits_is_published(status: MemoryStatus) -> None:
    memory = replace(MEMORY, belief=replace(BELIEF, status=status))
    assert refusal(memory, TOLD, NOW, shown=True, own=True)


def test_ones_own_memory_needs_ones_word_and_one_that_head_hides_is_not_published() -> None:
    assert refusal(replace(MEMORY, scope="user"), TOLD, NOW, shown=True, own=True) == ""
    assert "isn't shown" in refusal(MEMORY, TOLD, NOW, shown=False, own=True)


@pytest.mark.parametrize(
    ("content", "title", "name"),
    [
        ("Parcels are weighed. Twice.", "Parcels are weighed", "parcels-are-weighed"),
        ("# Über Größe\n\nmore", "Über Größe", "uber-große"),
        ("荷物は二度計量される。", "荷物は二度計量される。", "荷物は二度計量される"),
        ("Почта приходит в девять.", "Почта приходит в девять", "почта-приходит-в-девять"),
        ("CON", "CON", "con-abababab"),
        ("🚚🚚", "🚚🚚", "abababab"),
        ("../../etc/passwd", "../../etc/passwd", "etc-passwd"),
        ("--force\x1b[31m", "force [31m", "force-31m"),
        ("", "Memory", "memory"),
    ],
)
def test_titles_and_names_are_made_of_words(content: str, title: str, name: str) -> None:
    assert title_of(content) == title
    assert slug(title_of(content), "ab" * 4) == name


@given(st.text(max_size=300))
def test_any_text_makes_a_name_that_every_system_takes(text: str) -> None:
    title = title_of(text)
    assert title
    assert "\n" not in title
    name = slug(title, "ab" * 4)
    assert 0 < len(name.encode("utf-8", "surrogatepass")) <= MAX_SLUG_BYTES
    assert not set('/\\:*?"<>|\0 .') & set(name)
    assert not name.startswith("-")


@pytest.mark.parametrize(
    "topic",
    [
        "--force",
        "../x",
        "a/b",
        "a..b",
        ".x",
        "x.lock",
        "x.",
        "HEAD",
        "a b",
        "",
        "a" * 99,
        "x~1",
        "gh" + "p_" + "aB3dE6gH9j" * 4,
    ],
)  # fmt: skip
def test_a_topic_is_no_option_and_leads_nowhere_else(topic: str) -> None:
    with pytest.raises(UsageError):
        checked_topic(topic)


def test_a_topic_may_have_letters_of_any_script() -> None:
    assert checked_topic("größe-2.1") == "größe-2.1"


def test_a_message_has_its_trailers_and_no_title_becomes_one() -> None:
    first = subject(["Signed-off-by: Eve <eve@example.org> " + "x" * 90], "t", decision=False, conventional=True)
    assert len(first) <= 72
    text = message(first, ["Memory-Id: " + "0" * 32], [MEMORY.id], "Ada <ada@example.org>")
    assert ids_in(text) == (MEMORY.id,)
    assert text.endswith(f"\n\nMemory-Id: {MEMORY.id}\nSigned-off-by: Ada <ada@example.org>\n")
    assert subject(["a", "b"], "gate", decision=True, conventional=False) == "Add 2 decisions: gate"


def test_habits_are_those_of_most_subjects_and_of_every_message() -> None:
    assert is_conventional(["fix: a", "feat(x)!: b", "Merge it"])
    assert not is_conventional(["Fix it", "docs: b"])
    assert not is_conventional([])
    assert needs_sign_off(["a\n\nSigned-off-by: A <a@b>"] * 2)
    assert not needs_sign_off(["a\n\nSigned-off-by: A <a@b>", "b"])


@pytest.mark.parametrize(
    ("url", "host", "tool"),
    [
        ("git@github.com:org/repo.git", "github.com", "gh"),
        ("https://ada:word@gitlab.example.org/x.git?y", "gitlab.example.org", "glab"),
        ("ssh://git@code.example.org:22/x", "code.example.org", ""),
        ("../remote.git", "", ""),
    ],
)
def test_the_host_of_the_remote_says_how_a_request_is_opened(url: str, host: str, tool: str) -> None:
    assert host_of(url) == host
    shown = without_credentials(url)
    assert "word" not in shown
    base = StartingPoint(commit="c", name="main", remote="origin", url=shown)
    push, *more = pull_request_commands("memory/x", base, "Add 'it'; rm -rf")
    assert push == "git push -u origin memory/x"
    assert [line.split()[0] for line in more] == ([tool] if tool else [])
    assert all("'\"'\"'" in line for line in more)


def test_without_a_remote_it_is_merged_here() -> None:
    lines = pull_request_commands("memory/x", StartingPoint(commit="c", name="main"), "s")
    assert lines == ("git switch main", "git merge --no-ff memory/x")


def test_front_matter_is_yaml_whatever_the_memory_says() -> None:
    memory = replace(
        MEMORY, applies="v1: --- #x", tags=("a: b", "---"), supersedes=("cd" * 16,), content="---\nid: x\n---"
    )
    file = memory_file(
        Publishable(memory, TOLD, "T", {"docs/a: b.md@abc:1": "Words."}), "m", ("Ada: [x]",), frozenset({"m/t.md"})
    )
    assert file.path == "m/t-abababab.md"
    fields = yaml.safe_load(file.text.split("---\n")[1])
    assert fields == {
        "id": MEMORY.id, "kind": "fact", "status": "current", "date": fields["date"], "grade": "told",
        "applies": "v1: --- #x", "tags": ["a: b", "---"], "evidence": ["docs/a: b.md@abc:1"],
        "supersedes": ["cd" * 16], "authors": ["Ada: [x]"],
    }  # fmt: skip
    assert str(fields["date"]) == "2026-02-01"
    assert file.text.endswith('\nSources:\n\n* `docs/a: b.md@abc:1`: "Words."\n')


def test_secrets_and_personal_data_are_refused_without_being_said() -> None:
    secret, mail = "ghp_" + "a1B2" * 9, "eve" + "@" + "magpie.dev"
    for text, kind in ((f"token {secret}", "secret"), (f"Ask {mail}", "e-mail address")):
        with pytest.raises(PublishRefused, match=kind) as refused:
            refuse_secrets([(RenderedFile("a.md", text), "")], "s", "auto", ())
        assert not re.search(f"{secret}|{mail}", str(refused.value))
    refuse_secrets([(RenderedFile("a.md", f"Ask {mail}\nnew"), f"Ask {mail}")], "s", "auto", ())
    refuse_secrets([(RenderedFile("a.md", f"Ask {mail}"), "")], "s", "off", ())

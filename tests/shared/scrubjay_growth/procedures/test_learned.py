"""How a procedure and its skill read."""

import shlex
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from skills_ref import validate

from scrubjay.errors import UsageError
from scrubjay_growth.procedures.learned import Procedure, code_quoted, procedure_of
from scrubjay_growth.procedures.mining import Sequenced
from scrubjay_growth.procedures.outcome import Tried
from scrubjay_growth.procedures.runs import CommandRun, SessionRuns, Template
from scrubjay_growth.procedures.skill import skill_of

MEMORY = "0123456789abcdef" * 2


def procedure(*steps: tuple[Template, tuple[str, ...]], branches: tuple[str, ...] = (), folder: str = "") -> Procedure:
    """Steps, each with a command for each session."""
    count = len(steps[0][1])
    sessions = [
        SessionRuns(
            str(number),
            "2026-03-01",
            tuple(CommandRun(tuple(shlex.split(lines[number])), "0", folder) for _, lines in steps),
            branches[number] if branches else "",
        )
        for number in range(count)
    ]
    return procedure_of(Sequenced(tuple(step for step, _ in steps), frozenset(range(count)), -20.0, 9.0), sessions)


def test_a_value_that_is_the_same_in_several_steps_has_one_name() -> None:
    learned = procedure(
        (("bump", None), ("bump 1.4.0", "bump 1.5.2", "bump 2.0.1")),
        (("git", "tag", None), ("git tag v1.4.0", "git tag v1.5.2", "git tag v2.0.1")),
        (("serve", "--port", None), ("serve --port 8080", "serve --port 9000", "serve --port 81")),
        (("push", None), ("push hub/app:1.4.0", "push hub/app:1.5.2", "push hub/app:2.0.1")),
    )
    assert learned.lines == ("bump <version>", "git tag v<version>", "serve --port <port>", "push hub/app:<version>")
    assert learned.placeholders == ("version", "port")


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        (("ABC-12", "XY-7", "ABC-9"), "<ticket>"),
        (("12", "7", "123"), "<number>"),
        (("src/a.py", "docs/b.md", "c.txt"), "<path>"),
        (("src/a.py", "src/b/c.py", "src/d.py"), "src/<name>.py"),
        (("one", "two", "three"), "<name>"),
        (("'fix the gate'", "'mend it'", "x"), "<name>"),
        (("'fix the gate'", "'mend it'", "'do so'"), "<text>"),
        (("6060:80", "6061:80", "16060:80"), "<number>:80"),
    ],
)
def test_what_varies_is_named_by_its_form(values: tuple[str, ...], shown: str) -> None:
    learned = procedure((("make", None), tuple(f"make {value}" for value in values)))
    assert learned.lines == (f"make {shown}",)


def test_the_branch_of_the_session_is_named_so_and_one_that_was_always_there_is_a_precondition() -> None:
    lines = ("push gate", "push dock", "push yard")
    assert procedure((("push", None), lines), branches=("gate", "dock", "yard")).lines == ("push <branch>",)
    always = procedure((("push", None), lines), branches=("main",) * 3, folder="web")
    assert always.preconditions == ("Run it in `web`", "It ran on the branch `main`")
    assert always.content == "Procedure: `push <name>`. Run it in `web`. It ran on the branch `main`."


def test_backticks_in_a_command_end_no_code() -> None:
    assert code_quoted("echo `id`") == "`` echo `id` ``"


WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cf", "Co", "Cn", "Zl", "Zp")), min_size=1, max_size=12)


@settings(max_examples=25)
@given(st.lists(st.lists(WORDS, min_size=1, max_size=5), min_size=1, max_size=6))
def test_every_skill_is_one_that_the_validator_accepts(
    tmp_path_factory: pytest.TempPathFactory, steps: list[list[str]]
) -> None:
    learned = Procedure(tuple(map(tuple, steps)), tuple(" ".join(words) for words in steps))
    skill = skill_of(learned, MEMORY, [Tried("s" * 40, "2026-03-01T12:00:00Z", True)])
    folder = tmp_path_factory.mktemp("skills") / skill.name
    folder.mkdir()
    (folder / "SKILL.md").write_text(skill.text, encoding="utf-8")
    assert validate(folder) == []


def test_a_skill_says_what_to_run_what_to_fill_in_and_when_it_worked(tmp_path: Path) -> None:
    learned = procedure(
        (("bump", None), ("bump 1.4.0", "bump 1.5.2", "bump 2.0.1")),
        (("git", "tag", None), ("git tag v1.4.0", "git tag v1.5.2", "git tag v2.0.1")),
    )
    tried = [
        Tried("first", "2026-03-01", True),
        Tried("second", "2026-03-02", False),
        Tried("third", "2026-03-03", True),
    ]
    skill = skill_of(learned, MEMORY, tried)
    assert skill.path(".claude/skills/") == ".claude/skills/bump-git-tag/SKILL.md"
    assert "1. `bump <version>`\n2. `git tag v<version>`" in skill.text
    assert "Fill in `<version>`." in skill.text
    assert "It worked in 2 sessions, the last of them: first (2026-03-01), third (2026-03-03)." in skill.text
    assert skill.text.endswith(f"<!-- Memory-Id: {MEMORY} -->\n")
    assert skill_of(learned, MEMORY, tried, "cut-a-release").name == "cut-a-release"
    for name in ("../up", "Two Words", "-a", "a" * 65):
        with pytest.raises(UsageError, match="can't be called"):
            skill_of(learned, MEMORY, tried, name)

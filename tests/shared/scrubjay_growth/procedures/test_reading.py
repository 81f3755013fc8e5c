"""What is kept of a session's commands."""

import secrets

import pytest

from scrubjay.memory.transcript.session import Call, Does, RecordedSession, SessionEvent, ToolResult
from scrubjay.privacy.secrets.masking import mask
from scrubjay_growth.procedures.store import MOST, commands_of, rows_of

UNKNOWN = "not recorded"


def masked(text: str) -> str:
    return mask(text).text


@pytest.mark.parametrize(
    ("line", "status", "kept"),
    [
        ("make a", "0", [("make a", "0")]),
        ("make a", "2", [("make a", "2")]),
        ("cd web && make a && make b", "0", [("make a", "0"), ("make b", "0")]),
        # which of them failed isn't told
        ("make a && make b", "1", [("make a", UNKNOWN), ("make b", UNKNOWN)]),
        # the status is that of the last one
        ("make a; make b", "0", [("make a", UNKNOWN), ("make b", "0")]),
        ("make a | tail -5", "0", [("make a", UNKNOWN), ("tail -5", "0")]),
        ("make a || make b", "0", [("make a", UNKNOWN), ("make b", "0")]),
        ("make serve &", "0", [("make serve", UNKNOWN)]),
        ("git commit -m 'two words'", "0", [("git commit -m 'two words'", "0")]),
        ("if true; then make a; fi", "0", []),
        ("cat <<X\nmake a\nX", "0", []),
        ("unclosed 'quote", "0", []),
        (f"make {'a' * 500}", "0", []),
        ("cd web", "0", []),
    ],
)  # fmt: skip
def test_a_line_tells_how_its_commands_ended_as_far_as_its_status_does(
    line: str, status: str, kept: list[tuple[str, str]]
) -> None:
    assert list(commands_of(line, status, masked)) == kept


def test_a_secret_is_never_kept() -> None:
    token = f"ghp_{secrets.token_hex(18)}"
    assert not any(token in text for text, _ in commands_of(f"deploy --token {token} web", "0", masked))


def test_what_steers_a_terminal_or_hides_is_taken_out() -> None:
    hostile = "make 'a\x1b[31mred' 'b\u202ereversed' 'two\nlines'"
    ((kept, _),) = commands_of(hostile, "0", masked)
    assert kept == "make 'a [31mred' breversed 'two lines'"


def test_only_commands_are_kept_with_status_time_and_folder_the_last_ones() -> None:
    events = []
    for number in range(MOST + 5):
        call = Call(id=str(number), tool="Bash", does=Does.RUNS, inputs="", command=f"make {number}", folder="/repo")
        at = f"2026-03-01T12:00:{number:04d}Z"
        events += [SessionEvent(at, call), SessionEvent(at, ToolResult(str(number), "the output", "0"))]
    rows = rows_of(RecordedSession("s", tuple(events)), masked)
    assert len(rows) == MOST
    assert (rows[-1].command, rows[-1].status, rows[-1].folder) == (f"make {MOST + 4}", "0", "/repo")
    assert "output" not in repr(rows)

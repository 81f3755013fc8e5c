"""Secrets that were committed or sent stay out of the home and out of every answer. Built at run time."""

import random
import string
from collections.abc import Callable
from pathlib import Path

from tests.behaviour.hostile.conftest import Call, Run, bytes_of
from tests.conftest import Repo


def letters(seed: int, size: int) -> str:
    return "".join(random.Random(seed).choices(string.ascii_letters + string.digits, k=size - 3)) + "aZ9"


def tokens() -> dict[str, str]:
    """Each kind with the part that must not be seen anywhere."""
    return {
        "github": "gh" + "p_" + letters(1, 36),
        "aws": "AK" + "IA" + "".join(random.Random(2).choices("ABCDEFGHJKLMNPQRSTUVWXYZ234567", k=16)),
        "slack": "xo" + "xb-123456789012-123456789012-" + letters(3, 24),
        "stripe": "sk_" + "live_" + letters(4, 24),
        "password": "Tr0ub4" + "dor&" + letters(5, 6),
    }


def lines(secrets: dict[str, str]) -> str:
    plain = "".join(
        f"The {kind} token is {value} for now.\n\n" for kind, value in secrets.items() if kind != "password"
    )
    return plain + f'password = "{secrets["password"]}"\n'


def test_a_secret_in_any_document_is_nowhere_in_the_home_or_an_answer(
    repo: Repo, tour: Callable[[Repo], str], home: Path, run: Run, call: Call
) -> None:
    secrets = tokens()
    text = lines(secrets)
    repo.commit("start", {
        "README.md": f"# Magpie\n\nMagpie sorts parcels.\n\n{text}",
        "docs/guide.rst": f"Guide\n=====\n\nParcels.\n\n{text}",
        "docs/notes.txt": text,
        "docs/book.adoc": f"= Book\n\nParcels.\n\n{text}",
        "docs/adr/0001-keys.md": (
            f"---\nstatus: accepted\ntitle: Use {secrets['github']}\n---\n\n# Use {secrets['aws']}\n\n{text}"
        ),
        "docs/wide.md": ("# Wide\n\n" + text).encode("utf-16"),
        "docs/title.md": f"# Token {secrets['stripe']}\n\nParcels.\n",
    })  # fmt: skip
    repo.write("README.md", f"# Magpie\n\nMagpie sorts parcels.\n\nmoved\n\n{text}")
    said = tour(repo)
    said += call(repo, "search_knowledge", query="github token aws slack stripe", detail="full", budget=4000)
    said += call(repo, "get_document", path="docs/adr/0001-keys.md") + call(repo, "list_decisions")
    said += run(repo, "search", "--json", "token")[1] + run(repo, "search", "--explain", "token")[1]
    stored = bytes_of(home)
    assert "[redacted: " in said
    for kind, value in secrets.items():
        assert value not in said, kind
        assert value.encode() not in stored, kind
        assert value.lower().encode() not in stored, kind


def test_a_secret_that_is_sent_is_not_kept_and_not_repeated(repo: Repo, call: Call, run: Run, home: Path) -> None:
    repo.commit("start", {"README.md": "# Magpie\n\nMagpie sorts parcels.\n"})
    assert run(repo, "init", "--yes")[0] == 0
    secrets = tokens()
    for kind, value in secrets.items():
        sent = f'The {kind} secret: password = "{value}"'
        answers = [
            call(repo, "remember", content=sent),
            call(repo, "remember", content=f"Parcels {kind} are sorted.", quote=sent),
            call(repo, "set_task_context", task=sent, details={"note": sent, "more": {"deep": [sent]}}),
            call(repo, "get_task_context"),
            call(
                repo, "session_save", summary=sent, completed=[sent], in_progress=sent, blockers=[sent],
                next_steps=[sent], dead_ends=[sent], decisions=[sent],
            ),
            call(repo, "session_init", focus=sent),
            call(repo, "session_init"),
            call(repo, "search_knowledge", query=f"{kind} secret password"),
            run(repo, "remember", sent)[1],
            run(repo, "session", "save", sent)[1],
            run(repo, "log")[1],
        ]  # fmt: skip
        assert value not in "\n".join(answers), kind
    stored = bytes_of(home)
    for kind, value in secrets.items():
        assert value.encode() not in stored, kind


def test_a_secret_in_a_commit_message_or_an_uncommitted_change_is_masked_in_answers(
    repo: Repo, call: Call, run: Run, home: Path
) -> None:
    repo.commit("start", {"README.md": "# Magpie\n\nMagpie sorts parcels.\n", "app.cfg": "x = 1\n"})
    assert run(repo, "init", "--yes")[0] == 0
    secret = tokens()["github"]
    repo.git("config", "core.hooksPath", "/dev/null")
    repo.commit(f"rotate {secret}\n\nThe old one was {secret} too.", {"app.cfg": "x = 2\n"})
    repo.write("app.cfg", f"token = {secret}\n")
    said = [
        call(repo, "get_repository_state", include=["status", "commits", "diff", "branches"]),
        call(repo, "search_commits", query="rotate old"),
        call(repo, "get_file_history", path="app.cfg"),
        call(repo, "session_init"),
        run(repo, "session", "init")[1],
    ]
    assert "rotate" in said[1]
    for answer in said:
        assert secret not in answer
    assert secret.encode() not in bytes_of(home)

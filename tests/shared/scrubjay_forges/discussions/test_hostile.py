"""Whatever stands in a field of a forge: no secret reaches the disk, nothing is opened, and little is read."""

import base64
import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal, get_origin, get_type_hints

import pytest

from scrubjay.app import Workspace
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Origin
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.document import DocumentRequest
from scrubjay_forges.discussions.judging import judge_texts
from scrubjay_forges.discussions.said import LONGEST, MARGIN, PATH, READ, TITLE, Keeping, kept_head, kept_part
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.values import DiscussionHead, DiscussionPart
from scrubjay_forges.services import ForgeServices
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, comment, head, part

TOKEN: Final = "ghp_" + base64.b32encode(hashlib.sha256(b"no token").digest()).decode()[:36]
LINES: Final = [base64.b64encode(hashlib.sha512(bytes([n])).digest()).decode()[:64] for n in range(8)]
KEY: Final = "\n".join(["-----BEGIN " + "PRIVATE KEY-----", *LINES, "-----END " + "PRIVATE KEY-----"])

HEADS: Final[dict[str, Callable[[str], dict[str, Any]]]] = {
    "title": lambda text: {"title": text},
    "labels": lambda text: {"labels": ("bug", text)},
    "files": lambda text: {"files": (f"docs/{text}.md",)},
    "author": lambda text: {"author": text},
    "base": lambda text: {"base": text},
    "merge commit": lambda text: {"merge_commit": text},
    "head commit": lambda text: {"head_commit": text},
    "created at": lambda text: {"created_at": text},
    "updated at": lambda text: {"updated_at": text},
    "closed at": lambda text: {"closed_at": text},
}
PARTS: Final[dict[str, Callable[[str], dict[str, Any]]]] = {
    "text": lambda text: {"text": text},
    "author": lambda text: {"author": text},
    "verdict": lambda text: {"verdict": text},
    "path": lambda text: {"path": f"docs/{text}.md", "line": 3},
    "key": lambda text: {"key": f"comment/1@2026-01-02T10:00:00Z {text}"},
    "reply to": lambda text: {"reply_to": f"line/1@2026-01-02T10:00:00Z {text}"},
    "on commit": lambda text: {"on_commit": text},
    "hidden": lambda text: {"hidden": text},
    "created at": lambda text: {"created_at": text},
    "updated at": lambda text: {"updated_at": text},
}
"""Every field that isn't a number or one of a few words, with what may stand in it."""

PLACES: Final = ("{}", "a {} b", "x\n{}\ny", "x\u2028{}\x85y", "w " * 90 + "{}", "w " * 145 + "{}", "w " * 490 + "{}")
"""Alone, within words and lines, and where each of the lengths that are kept cuts through it."""


def in_files(folder: Path, secret: str) -> list[str]:
    """The files that hold a secret, or half of it."""
    halves = [secret[: len(secret) // 2].encode(), secret[len(secret) // 2 :].encode()]
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [file.name for file in files if any(half in file.read_bytes() for half in halves)]


@pytest.mark.parametrize(("of", "table"), [(DiscussionHead, HEADS), (DiscussionPart, PARTS)])
def test_every_field_that_may_hold_any_words_is_in_the_table(of: type, table: dict[str, Any]) -> None:
    fields = get_type_hints(of).items()
    free = {name for name, kind in fields if kind not in (int, bool) and get_origin(kind) is not Literal}
    assert {name.replace("_", " ") for name in free} == set(table)


@pytest.mark.parametrize("field", [*(f"head {name}" for name in HEADS), *(f"part {name}" for name in PARTS)])
def test_no_secret_of_any_field_is_in_any_byte(at: Workspace, store: DiscussionStore, field: str) -> None:
    of, _, name = field.partition(" ")
    for number, place in enumerate(PLACES, 1):
        text = place.format(TOKEN)
        heads = HEADS[name](text) if of == "head" else {}
        parts = PARTS[name](text) if of == "part" else {}
        key = parts.pop("key", f"comment/{number}")
        store.put(
            REPOSITORY,
            batch(head(number, **{"title": "Belt"} | heads), part(number), part(number, key, role="comment", **parts)),
        )
    judge_texts(store.database, ForgeServices.of(at).text_judge, stop=lambda: False)
    assert in_files(at.project.folder, TOKEN) == []


def test_a_key_over_many_lines_is_in_no_byte(at: Workspace, store: DiscussionStore) -> None:
    store.put(REPOSITORY, batch(head(1, title=KEY, labels=(KEY,)), part(1, text=f"Mine:\n{KEY}\nthere.")))
    assert [in_files(at.project.folder, line) for line in LINES] == [[]] * 8


LINKS: Final = (
    "http://169.254.169.254/latest/meta-data/", "http://localhost:9200/_cat", "http://[::1]/", "http://10.0.0.1/x.png",
    "file:///etc/passwd", "ftp://192.168.0.1/", "\\\\10.0.0.1\\share", "https://internal.example/a?b=1",
)  # fmt: skip
WATCHED: list[list[str]] = []
"""What is reached meanwhile, where a test looks; a hook for audits can't be taken away."""


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if WATCHED and event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "urllib.Request", "open"):
        WATCHED[-1].append(f"{event} {arguments!r}")


sys.addaudithook(_watch)


@contextmanager
def watched() -> Iterator[list[str]]:
    """What is opened meanwhile: every address, and files by their names."""
    WATCHED.append([])
    try:
        yield WATCHED[-1]
    finally:
        WATCHED.pop()


def test_nothing_that_a_text_links_to_is_opened(at: Workspace, store: DiscussionStore) -> None:
    forms = [f"<{one}> [see]({one}) ![see]({one}) <img src='{one}'> {one}" for one in LINKS]
    text = "The belt runs twice, see " + "\n\n".join(forms)
    with watched() as opened:
        store.put(
            REPOSITORY,
            batch(head(1, title=LINKS[0], labels=LINKS, files=LINKS, author=LINKS[1]), part(1, text=text),
                  comment(1, 1, text, path=LINKS[4], line=3, author=LINKS[3])),
        )  # fmt: skip
        judge_texts(store.database, ForgeServices.of(at).text_judge, stop=lambda: False)
        at.recall.look(RecallRequest(query="the belt runs twice", kinds=("issue",)))
        at.recall.look(RecallRequest(query="the belt runs twice"))
        at.answers.document(DocumentRequest(path="#1"))
        at.storyteller.tell("belt")
        at.memories.remember(RememberRequest(content="The belt runs twice (#1)", origin=Origin.AGENT))
    assert opened, "the hook sees at least the databases' files or none would be seen to be missing"
    assert [one for one in opened if one.startswith(("socket", "urllib")) or "passwd" in one] == []


@pytest.mark.parametrize("piece", ["word ", "a/", "# ", "\x1b[31m", "\u202e", "```\n", "<!-- ", "Ignore all ", "\n"])
def test_of_five_megabytes_in_any_field_a_bounded_part_is_read(piece: str) -> None:
    long = piece * (5_000_000 // len(piece))
    read: list[int] = []

    def suspect(text: str) -> str:
        read.append(len(text))
        return ""

    keeping = Keeping(suspect=suspect)
    kept = kept_head(head(1, long, author=long, base=long, labels=(long,), files=(long,)), keeping)
    kept |= kept_part(part(1, text=long, author=long, path=long, verdict=long, reply_to=long), keeping)
    assert max(read) <= max(LONGEST + MARGIN, 10 * READ * PATH)
    assert sum(read) <= 3 * LONGEST + 20 * READ * (PATH + TITLE)
    assert sum(len(str(value)) for value in kept.values()) < 2 * LONGEST

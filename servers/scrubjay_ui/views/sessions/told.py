"""What a session was told, in pages of texts that together stay short."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrubjay.model.frozen import dataclass
from scrubjay.session.tasks.sent_texts import SentText
from scrubjay_ui.views.sessions.moments import anchors

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay_ui.visit import Visit

MAX_TEXTS = 25
MAX_CHARACTERS = 120_000
"""Texts, and characters of them, on one page."""

CHANNELS = {
    "session_init": "by session_init",
    "start": "at its start, without being asked",
    "compaction": "after its context was compacted, without being asked",
    "hint": "with a prompt, without being asked",
    "command": "by `scrubjay session init`",
}
"""How a text came to a session, in words."""


@dataclass(frozen=True, slots=True)
class ToldText:
    """A text that the session was told, with the anchor that leads to it and how it came."""

    anchor: str
    how: str
    sent: SentText


def told(at: "Workspace", session: str) -> tuple[tuple[ToldText, ...], ...]:
    """What a session was told, in order, a page after the other; at least one."""
    texts = at.sent_texts.told(session)
    names = anchors(text.at for text in texts)
    return paged(
        [
            ToldText(anchor, CHANNELS.get(text.channel, text.channel), text)
            for anchor, text in zip(names, texts, strict=True)
        ]
    )


def page_of(pages: Sequence[Sequence[ToldText]], at: str) -> int:
    """The number of the page with the last text of a moment; the first one where there is none."""
    return max((number for number, page in enumerate(pages, 1) for text in page if text.sent.at == at), default=1)


def address(visit: "Visit", session: str, at: str) -> str:
    """Where a session's page shows what it, or its sub-agent, was told at a moment."""
    return f"{visit.link('sessions', session.partition('/')[0], told=at)}#{anchors([at])[0]}"


def paged(texts: Sequence[ToldText]) -> tuple[tuple[ToldText, ...], ...]:
    """Texts in pages: a page ends before it has too many of them, or too many characters."""
    pages: list[list[ToldText]] = [[]]
    for text in texts:
        length = sum(len(other.sent.text) for other in pages[-1]) + len(text.sent.text)
        if pages[-1] and (len(pages[-1]) == MAX_TEXTS or length > MAX_CHARACTERS):
            pages.append([])
        pages[-1].append(text)
    return tuple(tuple(page) for page in pages)

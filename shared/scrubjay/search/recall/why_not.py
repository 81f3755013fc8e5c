"""Looks into what isn't shown of a question's topic: held, ended, hidden, masked, not indexed yet."""

from collections.abc import Callable, Sequence

from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.left_out import short_note
from scrubjay.knowledge.retrieval.operators import read_operators
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.frozen import replace
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import OmittedFile
from scrubjay.privacy.secrets.masking import find_secrets
from scrubjay.search.recall.absence import AbsenceFacts, AbsenceReason, absence_reasons
from scrubjay.search.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.search.recall.fitness import share_held
from scrubjay.text.telling import holds_topic, telling_words

MOST_WORDS = 0.5
"""What holds more than this share of a question's words holds most of them."""

MOST = 10
"""Memories and files that are named for one reason."""

ENDED = (MemoryStatus.FADED, MemoryStatus.SUPERSEDED, MemoryStatus.EXPIRED, MemoryStatus.RETRACTED)
HELD = (MemoryStatus.HELD, MemoryStatus.ARCHIVED)


class WhyNot:
    """Explains the answers of one worktree.

    `quarantined` counts the memories of those who are quarantined, `withheld` those of them that hold some words.
    """

    def __init__(
        self,
        search: Callable[[RecallRequest], RecallAnswer],
        documents: Documents,
        memories: MemoryReader,
        quarantined: Callable[[], int],
        withheld: Callable[[frozenset[str]], int],
    ) -> None:
        self._search = search
        self._documents = documents
        self._memories = memories
        self._quarantined = quarantined
        self._withheld = withheld

    def reasons(self, request: RecallRequest, *, person: bool) -> tuple[AbsenceReason, ...]:
        """Why a question found nothing, or not what was expected. Raises UsageError, UnknownRevision, NotIndexed.

        Only a `person` learns whether what is quarantined holds its words.
        """
        asked = read_operators(request.query)
        filters = _filters(request, [str(one) for one in asked.operators])
        answer = self._search(replace(request, trimmed=False))
        wide = answer
        if filters:
            plain = replace(request, query=asked.words or request.query, kinds=(), path="", as_of="", trimmed=False)
            wide = self._search(plain)
        view = self._documents.view(request.as_of)
        left_out, stems = self._documents.left_out(view), telling_words(asked.words)
        past = self.unshown(request.query)
        speaking = [hit for hit in (*wide.hits, *wide.memories) if _is_about(hit, stems)]
        masked = self._documents.masked_paths(view)
        return absence_reasons(
            AbsenceFacts(
                filters=filters,
                found=_count(answer),
                unfiltered=_count(wide),
                spoken=bool(speaking),
                fit=answer.fit,
                waiting=tuple(memory for memory in past if memory.status in HELD)[:MOST],
                ended=tuple(memory for memory in past if memory.status in ENDED)[:MOST],
                elsewhere=self._hidden(stems),
                files=_named(left_out.files, stems),
                left_out=len(left_out.files),
                unread=short_note(left_out, fits=False, found=False),
                masked=_bearing(masked, stems, frozenset(hit.path for hit in speaking)),
                masked_lines=sum(count for _, count in masked),
                secret=bool(find_secrets(request.query)),
                behind=self._documents.behind(view),
                embedded=answer.embedded,
                degraded=answer.degraded,
                quarantined=self._quarantined(),
                withheld=self._withheld(stems) if person else None,
            )
        )

    def unshown(self, query: str) -> tuple[Memory, ...]:
        """Held and ended memories with a question's words, which are in no answer; the newest hundred of them."""
        return self._memories.speaking(telling_words(read_operators(query).words), (*HELD, *ENDED), MOST * MOST)

    def _hidden(self, stems: frozenset[str]) -> tuple[Memory, ...]:
        """Memories that hold, and that HEAD doesn't show."""
        speaking = self._memories.speaking(stems, (MemoryStatus.ACTIVE,), MOST * MOST)
        shown = self._memories.of_ids([memory.id for memory in speaking])
        return tuple(memory for memory in speaking if memory.id not in shown)[:MOST]


def _named(files: Sequence[OmittedFile], stems: frozenset[str]) -> tuple[OmittedFile, ...]:
    """The files that have half of some words in their path."""
    return tuple(file for file in files if holds_topic(file.path, stems))[:MOST]


def _is_about(hit: RecallHit, stems: frozenset[str]) -> bool:
    """Whether a hit holds most of a question's words; a question without any is about each hit."""
    return not stems or share_held((hit.path, hit.title, hit.heading, hit.text), stems) > MOST_WORDS


def _bearing(
    masked: Sequence[tuple[str, int]], stems: frozenset[str], paths: frozenset[str]
) -> tuple[tuple[str, int], ...]:
    """The masked files that speak of a question, or are called after it."""
    return tuple(one for one in masked if one[0] in paths or holds_topic(one[0], stems))


def _count(answer: RecallAnswer) -> int:
    return len(answer.hits) + len(answer.memories)


def _filters(request: RecallRequest, operators: list[str]) -> tuple[str, ...]:
    """What narrows a question, as its filters are called."""
    set_ = {
        f"the kind {', '.join(request.kinds)}": bool(request.kinds),
        f"the path {request.path}": bool(request.path),
        f"the moment {request.as_of}": bool(request.as_of),
    }
    return (*(name for name, given in set_.items() if given), *operators)

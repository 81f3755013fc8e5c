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
    """Finds reasons why answers of one worktree lack what was expected.

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
        """The possible reasons why a question found too little. Raises UsageError, UnknownRevision, NotIndexed.

        Only a `person` learns whether what is quarantined holds its words.
        """
        asked = read_operators(request.query)
        filters = _filter_names(request, [str(one) for one in asked.operators])
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
                found=_count_hits(answer),
                unfiltered=_count_hits(wide),
                spoken=bool(speaking),
                fit=answer.fit,
                waiting=tuple(memory for memory in past if memory.status in HELD)[:MOST],
                ended=tuple(memory for memory in past if memory.status in ENDED)[:MOST],
                elsewhere=self._memories_elsewhere(stems),
                files=_files_named_like(left_out.files, stems),
                left_out=len(left_out.files),
                unread=short_note(left_out, fits=False, found=False),
                masked=_masked_about(masked, stems, frozenset(hit.path for hit in speaking)),
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
        """Memories with a question's words that no answer shows, since they wait or have ended; the newest hundred."""
        return self._memories.speaking(telling_words(read_operators(query).words), (*HELD, *ENDED), MOST * MOST)

    def _memories_elsewhere(self, stems: frozenset[str]) -> tuple[Memory, ...]:
        """Memories with some words that are in force but not for HEAD, as on another branch."""
        speaking = self._memories.speaking(stems, (MemoryStatus.ACTIVE,), MOST * MOST)
        shown = self._memories.of_ids([memory.id for memory in speaking])
        return tuple(memory for memory in speaking if memory.id not in shown)[:MOST]


def _files_named_like(files: Sequence[OmittedFile], stems: frozenset[str]) -> tuple[OmittedFile, ...]:
    """The files with at least half of some words in their path."""
    return tuple(file for file in files if holds_topic(file.path, stems))[:MOST]


def _is_about(hit: RecallHit, stems: frozenset[str]) -> bool:
    """Whether a hit holds most of a question's words; always true for a question without words."""
    return not stems or share_held((hit.path, hit.title, hit.heading, hit.text), stems) > MOST_WORDS


def _masked_about(
    masked: Sequence[tuple[str, int]], stems: frozenset[str], paths: frozenset[str]
) -> tuple[tuple[str, int], ...]:
    """The files with masked lines whose text or path has to do with a question."""
    return tuple(one for one in masked if one[0] in paths or holds_topic(one[0], stems))


def _count_hits(answer: RecallAnswer) -> int:
    """How many hits and memories an answer has."""
    return len(answer.hits) + len(answer.memories)


def _filter_names(request: RecallRequest, operators: list[str]) -> tuple[str, ...]:
    """The names of the filters that narrow a question."""
    set_ = {
        f"the kind {', '.join(request.kinds)}": bool(request.kinds),
        f"the path {request.path}": bool(request.path),
        f"the moment {request.as_of}": bool(request.as_of),
    }
    return (*(name for name, given in set_.items() if given), *operators)

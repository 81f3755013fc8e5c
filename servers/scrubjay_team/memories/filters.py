"""What a question or a list asks of memories beside its words, as SQL's filter reads it. Pure."""

from collections.abc import Iterable

from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay_team.memories.memory import TeamMemory

NOTHING = Filters()


def filter_params(filters: Filters) -> dict[str, object]:
    """The parameters of a memory_filter; None asks nothing."""
    return {
        "tags": _lower(tag.removeprefix("#") for tag in filters.tags),
        "untagged": _lower(tag.removeprefix("#") for tag in filters.untagged),
        "applies": _lower(filters.applies),
        "since": filters.since or None,
        "until": filters.until or None,
        "holds": _patterns(filters.holds),
        "lacks": _patterns(filters.lacks),
    }


def phrases_stand(memory: TeamMemory, filters: Filters) -> bool:
    """Whether phrases stand in a memory as it is shown: of a secret that is masked nobody asks letter by letter."""
    text = memory.content.lower()
    return all(phrase.lower() in text for phrase in filters.holds)


def _lower(texts: Iterable[str]) -> list[str] | None:
    return [text.lower() for text in texts] or None


def _patterns(phrases: Iterable[str]) -> list[str] | None:
    """Phrases as patterns of LIKE that stand anywhere."""
    escaped = (phrase.lower().replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_") for phrase in phrases)
    return [f"%{one}%" for one in escaped] or None

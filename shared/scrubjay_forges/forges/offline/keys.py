"""Keys of the texts of a file: by their ids, else by who said them when; equal ones are numbered; pure."""

from scrubjay_forges.discussions.keys import filed_key, unnumbered_key


class Keys:
    """The keys of one discussion's texts, each once. `own`: its ids are the forge's, unique in the repository."""

    def __init__(self, number: int, *, own: bool) -> None:
        self._number = number
        self._own = own
        self._seen: set[str] = set()
        self._counts: dict[str, int] = {}

    def of(self, role: str, id: str, author: str, created_at: str) -> str:
        """The key of a text: by its id, else by its author and time."""
        prefix = {"line_comment": "line"}.get(role, role)
        key = self._by_id(prefix, id) if id else unnumbered_key(prefix, self._number, author, created_at)
        free, count = key, self._counts.get(key, 1)
        while free in self._seen:
            count += 1
            free = f"{key}~{count}"
        self._counts[key] = count
        self._seen.add(free)
        return free

    def _by_id(self, prefix: str, id: str) -> str:
        return f"{prefix}/{id}" if self._own else filed_key(prefix, self._number, id)

"""Keys of texts that a file gives no id of: by who said them when; equal ones are numbered; pure."""

from scrubjay.discussions.naming import unnumbered_key


class Keys:
    """The keys of one discussion's texts, each once."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._seen: set[str] = set()
        self._counts: dict[str, int] = {}

    def of(self, role: str, id: str, author: str, created_at: str) -> str:
        """The key of a text: by its id, else by its author and time."""
        prefix = {"line_comment": "line"}.get(role, role)
        key = f"{prefix}/{id}" if id else unnumbered_key(prefix, self._number, author, created_at)
        free, count = key, self._counts.get(key, 1)
        while free in self._seen:
            count += 1
            free = f"{key}~{count}"
        self._counts[key] = count
        self._seen.add(free)
        return free

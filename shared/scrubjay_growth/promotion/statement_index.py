"""Which statements are about a memory? Looked up by its id or its words, not compared one by one. Pure."""

from collections.abc import Callable, Iterable, Sequence

from scrubjay.model.memory import Memory
from scrubjay_growth.promotion.facts import Statement


class StatementIndex:
    """Statements by what they name and by `form`, which is equal for texts that say the same."""

    def __init__(self, statements: Iterable[Statement], form: Callable[[str], str]) -> None:
        self._form = form
        self._by_memory: dict[str, list[Statement]] = {}
        self._by_words: dict[str, list[Statement]] = {}
        for statement in statements:
            if statement.memory:
                self._by_memory.setdefault(statement.memory, []).append(statement)
            if statement.text:
                self._by_words.setdefault(form(statement.text), []).append(statement)

    def __bool__(self) -> bool:
        return bool(self._by_memory or self._by_words)

    def names(self, id: str, words: str) -> bool:
        """Whether somebody states a memory, by its id or in these words."""
        return id in self._by_memory or self._form(words) in self._by_words

    def about(self, members: Sequence[Memory]) -> tuple[Statement, ...]:
        """The statements that may be of a fact with these members, each once."""
        found = [one for member in members for one in self._by_memory.get(member.id, ())]
        found += [one for member in members for one in self._by_words.get(self._form(member.content), ())]
        return tuple(dict.fromkeys(found))

"""Which of the words that rules wait for are in a text? Looked for all at once: most rules then need no look at all."""

from collections.abc import Callable
from functools import cache

from scrubjay.secrets import commands, forms, plugins, rules

try:
    import ahocorasick
except ImportError:  # no wheel for this platform
    ahocorasick = None

Filter = Callable[[str], set[str]]

_SHORT = 2
"""Words up to this length are in most texts: looking once is cheaper than meeting each."""


@cache
def words() -> frozenset[str]:
    """Every word that a rule, a form, a command or a plugin waits for, in lower case."""
    waiting = [rule.words for rule in rules.rules()]
    waiting += [form.words for form in forms.forms()]
    waiting += [command.words for command in commands.COMMANDS]
    waiting += [plugin.words for plugin in plugins.PLUGINS.values()]
    return frozenset().union(forms.NAMES, commands.OPTIONS, commands.TOOLS, *waiting)


def by_loop(lower: str) -> set[str]:
    """The words in a text in lower case, looked for in turn."""
    return {word for word in words() if word in lower}


@cache
def _automaton() -> tuple[object, tuple[str, ...]]:
    automaton = ahocorasick.Automaton()
    for word in words():
        if len(word) > _SHORT:
            automaton.add_word(word, word)
    automaton.make_automaton()
    return automaton, tuple(word for word in words() if len(word) <= _SHORT)


def by_automaton(lower: str) -> set[str]:
    """Same answer as by_loop, all longer words in one pass."""
    automaton, short = _automaton()
    present = {word for _, word in automaton.iter(lower)}  # type: ignore[attr-defined]
    present.update(word for word in short if word in lower)
    return present


present_words: Filter = by_automaton if ahocorasick is not None else by_loop

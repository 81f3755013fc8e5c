"""Prefilter of the rules: which of their words a text contains, found in one pass, so that most rules are skipped."""

from collections.abc import Callable
from functools import cache

from scrubjay.privacy.secrets import commands, forms, plugins, rules

try:
    import ahocorasick
except ImportError:  # no wheel for this platform
    ahocorasick = None

Filter = Callable[[str], set[str]]

_SHORT = 2
"""Words up to this length are in most texts: one search is cheaper than stopping at each occurrence."""


@cache
def required_words() -> frozenset[str]:
    """Every word that a rule, a form, a command or a plugin requires, in lower case."""
    waiting = [rule.words for rule in rules.rules()]
    waiting += [form.words for form in forms.forms()]
    waiting += [command.words for command in commands.COMMANDS]
    waiting += [plugin.words for plugin in plugins.PLUGINS.values()]
    return frozenset().union(forms.NAMES, commands.OPTIONS, commands.TOOLS, *waiting)


def by_loop(lower: str) -> set[str]:
    """The words in a lower-case text, searched one after the other."""
    return {word for word in required_words() if word in lower}


@cache
def _automaton() -> tuple[object, tuple[str, ...]]:
    automaton = ahocorasick.Automaton()
    for word in required_words():
        if len(word) > _SHORT:
            automaton.add_word(word, word)
    automaton.make_automaton()
    return automaton, tuple(word for word in required_words() if len(word) <= _SHORT)


def by_automaton(lower: str) -> set[str]:
    """Same result as by_loop, with all longer words found in one pass."""
    automaton, short = _automaton()
    present = {word for _, word in automaton.iter(lower)}  # type: ignore[attr-defined]
    present.update(word for word in short if word in lower)
    return present


present_words: Filter = by_automaton if ahocorasick is not None else by_loop

"""Secret scanner: token formats, assignments and detect-secrets' plugins, merged, and the allowed left out."""

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from importlib import resources
from itertools import chain, islice

from scrubjay.model.frozen import replace
from scrubjay.model.pattern import Expression, pattern
from scrubjay.privacy.secrets import assignment, classify, forms, rules, values
from scrubjay.privacy.secrets.assignment import assignment_findings, object_findings, prose_findings
from scrubjay.privacy.secrets.forms import command_findings, credential_findings, form_findings
from scrubjay.privacy.secrets.model import SecretFinding
from scrubjay.privacy.secrets.rules import PLUGINS, candidates, plugin_findings

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
    waiting += [form.words for form in forms.secret_forms()]
    waiting += [command.words for command in forms.COMMANDS]
    waiting += [plugin.words for plugin in rules.PLUGINS.values()]
    return frozenset().union(forms.NAMES, forms.OPTIONS, forms.TOOLS, *waiting)


def by_loop(lower: str) -> set[str]:
    """The required words in a lower-case text, searched one after the other."""
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
    """The required words in a lower-case text, as `by_loop` finds them, but the longer ones in one pass."""
    automaton, short = _automaton()
    present = {word for _, word in automaton.iter(lower)}  # type: ignore[attr-defined]
    present.update(word for word in short if word in lower)
    return present


present_words: Filter = by_automaton if ahocorasick is not None else by_loop


_DIGITS = 32


def allow_entry(value: str, salt: str) -> str:
    """The allow-list's entry of a value, `salt:hash`; the salt is any short text, such as a blob's first digits."""
    digest = hashlib.blake2b(value.encode("utf-8", "replace"), key=salt.encode()[:64], digest_size=_DIGITS // 2)
    return f"{salt}:{digest.hexdigest()}"


def is_allowed(value: str, marks: Iterable[str]) -> bool:
    """Whether one of some entries of the allow-list is that of a value."""
    return any(allow_entry(value, mark.partition(":")[0]) == mark for mark in marks)


_WORD = pattern(r"\d*(?:(?:[A-Z]?[a-z]{2,})+|[a-z]|[A-Z]+)\d{0,4}|\d{1,8}")
"""A word as in names: `eventBus`, `v2`, `0thanos`, `ADR`, `2024`. Random tokens mix case and digits."""

_JOINTS = pattern(r"[-_.]+")
_FEWEST = 2
"""Parts that make a name in a path or link, numbers included; a value of one part never counts."""

_MANY = 4
"""Parts that make a name in any text, such as a title without its file's suffix."""

_PLACE = pattern(r"[^\s\"'`<>()\[\]{}|]*")
_ENDED = pattern(r"\.[A-Za-z][A-Za-z0-9]{0,9}(?:[#?]|$)")


def is_a_name(text: str, finding: SecretFinding) -> bool:
    """Whether a finding consists only of words, and of enough of them for its context."""
    count = _word_count(text[finding.start : finding.end])
    return count >= _MANY or (count >= _FEWEST and _is_place(_surrounding_run(text, finding)))


def _word_count(value: str) -> int:
    """The number of words that a value joins; 0 when a part isn't a word."""
    parts = [part for part in _JOINTS.split(value) if part] if "-" in value or "_" in value else []
    return len(parts) if all(map(_WORD.fullmatch, parts)) else 0


def _surrounding_run(text: str, finding: SecretFinding) -> str:
    """The unbroken run of characters around a finding, at most 500 each way."""
    before = _PLACE.match(text[max(0, finding.start - 500) : finding.start][::-1])
    after = _PLACE.match(text, finding.end, finding.end + 500)
    left, right = (before.end() if before else 0), (after.end() if after else finding.end)
    return text[finding.start - left : right]


def _is_place(run: str) -> bool:
    """Whether a run of characters is a path or a link: it has a slash, or ends in a file suffix."""
    return "/" in run or bool(_ENDED.search(run))


MOST = 10_000
"""Findings in one text. After the last one the whole rest counts as secret: better too much masked than too little."""
MOST_REPEATED = 200
"""Values whose further occurrences are searched in the whole text."""
_REST = pattern(r"[^\s\"'`,;&<>|)\]}@\\]{0,400}[A-Za-z0-9+/_=~!#%^*-]")
"""The rest of the word behind a token, up to its last character that isn't punctuation."""
_BASE64 = pattern(r"[A-Za-z0-9+/]{0,200}")
_CODE_VERSION = "8"
"""Raised by hand when a threshold or a branch changes; tables and expressions are hashed automatically."""


def rules_fingerprint() -> str:
    """The fingerprint of the tables and expressions, wherever they stand; RULES_VERSION records it."""
    files = resources.files("scrubjay.privacy.secrets")
    tables = [(files / name).read_text(encoding="utf-8") for name in ("providers.tsv", "services.txt", "forms.tsv")]
    modules = (assignment, forms, classify, values)
    found = {one.pattern for module in modules for one in vars(module).values() if isinstance(one, Expression)}
    expressions = sorted(found | {command.pattern for command in forms.COMMANDS})
    return hashlib.sha256("\0".join([*tables, *expressions, *PLUGINS, _CODE_VERSION]).encode()).hexdigest()[:12]


def find_secrets(
    text: str, *, filter: Filter = present_words, allowed: Collection[str] = ()
) -> tuple[SecretFinding, ...]:
    """Every secret in a text, in order, without overlap; at most MOST: the last one then spans the rest of the text.

    `allowed` is the allow-list, as entries of `mark`.
    """
    findings = list(_joined_overlaps(sorted({_whole_word(text, finding) for finding in _find_each(text, filter)})))
    if not findings:
        return ()
    findings = list(_joined_overlaps(sorted({*findings, *_repeated_values(text, findings)})))
    if allowed:
        findings = [finding for finding in findings if not is_allowed(text[finding.start : finding.end], allowed)]
    if len(findings) > MOST:
        findings[MOST - 1 :] = [SecretFinding(findings[MOST - 1].start, len(text), "too-many-secrets")]
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return tuple(SecretFinding(f.start, f.end, f.kind, bisect_right(starts, f.start)) for f in findings)


def _find_each(text: str, filter: Filter) -> Iterator[SecretFinding]:
    lower = text.lower()
    if len(lower) != len(text):  # a capital whose lower case has two characters: offsets must not change
        lower = "".join(letter.lower() if letter.isascii() else letter for letter in text)
    present = filter(lower)
    for finding in chain(_rule_findings(text, present), plugin_findings(text, present)):
        if not _in_blob(text, finding) and not is_a_name(text, finding):
            yield finding
    yield from _at_most(assignment_findings(text, lower), text)
    yield from credential_findings(text, lower)
    yield from object_findings(text, lower)
    yield from command_findings(text, present)
    yield from form_findings(text, present)
    yield from _at_most(prose_findings(text, lower), text)


def _at_most(findings: Iterator[SecretFinding], text: str) -> Iterator[SecretFinding]:
    """The first MOST findings of one kind in text order; one more spans the unread rest of the text."""
    yield from islice(findings, MOST)
    if more := next(findings, None):
        yield SecretFinding(more.start, len(text), "too-many-secrets")


def _whole_word(text: str, finding: SecretFinding) -> SecretFinding:
    """Extend a finding to the end of its word: a rule's token format must not leave the rest of the token behind."""
    rest = _REST.match(text, finding.end)
    return replace(finding, end=rest.end()) if rest else finding


def _repeated_values(text: str, findings: list[SecretFinding]) -> Iterator[SecretFinding]:
    """Further occurrences of a found value, whatever their context. A plain word is skipped."""
    values = {text[finding.start : finding.end]: finding.kind for finding in findings[:MOST_REPEATED]}
    for value, kind in values.items():
        if len(value) < 6 or value.isalpha() or value.isdigit() or "\n" in value:
            continue
        position = text.find(value)
        while position >= 0:
            yield SecretFinding(position, position + len(value), kind)
            position = text.find(value, position + len(value))


def _rule_findings(text: str, present: set[str]) -> Iterator[SecretFinding]:
    for rule in candidates(present):
        group = 1 if rule.expression.groups else 0
        for match in rule.expression.finditer(text):
            yield SecretFinding(match.start(group), match.end(group), rule.kind)


def _in_blob(text: str, finding: SecretFinding) -> bool:
    """Whether a token format matched by chance inside encoded data, such as an embedded image."""
    after = _BASE64.match(text, finding.end)
    before = _BASE64.match(text[max(0, finding.start - 200) : finding.start][::-1])
    return sum(match.end() - match.start() for match in (before, after) if match) >= 200


def _joined_overlaps(findings: Iterable[SecretFinding]) -> Iterator[SecretFinding]:
    """Join overlapping findings: the widest span, with the kind of the first."""
    last: SecretFinding | None = None
    for finding in findings:
        if last and finding.start < last.end:
            last = SecretFinding(last.start, max(last.end, finding.end), last.kind)
            continue
        if last:
            yield last
        last = finding
    if last:
        yield last

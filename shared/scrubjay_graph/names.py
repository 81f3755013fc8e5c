"""Entities that a name may mean, by kind and form, the most exact first; pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from scrubjay.model.pattern import pattern
from scrubjay_graph.model import PLACED, Node, NodeKind

MOST: Final = 5_000
"""Entities that one name may mean, as the files of a folder."""

COMPARED: Final = 40
"""Titles that are compared with a name letter by letter."""

SUGGESTED: Final = 3

KIND_WORDS: Final[dict[str, tuple[NodeKind, ...]]] = {
    "file": (NodeKind.FILE, NodeKind.DECISION, NodeKind.INCIDENT),
    "document": (NodeKind.FILE, NodeKind.DECISION, NodeKind.INCIDENT),
    "doc": (NodeKind.FILE, NodeKind.DECISION, NodeKind.INCIDENT),
    "page": (NodeKind.FILE, NodeKind.DECISION, NodeKind.INCIDENT),
    "guide": (NodeKind.FILE, NodeKind.DECISION, NodeKind.INCIDENT),
    "test": (NodeKind.FILE,),
    "module": (NodeKind.MODULE, NodeKind.FILE),
    "package": (NodeKind.MODULE,),
    "decision": (NodeKind.DECISION,),
    "adr": (NodeKind.DECISION,),
    "record": (NodeKind.DECISION,),
    "incident": (NodeKind.INCIDENT,),
    "postmortem": (NodeKind.INCIDENT,),
    "runbook": (NodeKind.INCIDENT,),
    "service": (NodeKind.SERVICE,),
    "symbol": (NodeKind.SYMBOL,),
    "function": (NodeKind.SYMBOL,),
    "class": (NodeKind.SYMBOL,),
    "classes": (NodeKind.SYMBOL,),
    "method": (NodeKind.SYMBOL,),
    "type": (NodeKind.SYMBOL,),
    "interface": (NodeKind.SYMBOL,),
    "trait": (NodeKind.SYMBOL,),
    "struct": (NodeKind.SYMBOL,),
    "pull request": (NodeKind.REQUEST,),
    "merge request": (NodeKind.REQUEST,),
    "pr": (NodeKind.REQUEST,),
    "request": (NodeKind.REQUEST,),
    "commit": (NodeKind.COMMIT,),
    "person": (NodeKind.PERSON,),
    "people": (NodeKind.PERSON,),
    "author": (NodeKind.PERSON,),
    "owner": (NodeKind.PERSON,),
    "team": (NodeKind.PERSON,),
    "contributor": (NodeKind.PERSON,),
    "maintainer": (NodeKind.PERSON,),
    "who": (NodeKind.PERSON,),
    "memory": (NodeKind.MEMORY,),
    "memories": (NodeKind.MEMORY,),
    "what": tuple(NodeKind),
    "anything": tuple(NodeKind),
    "everything": tuple(NodeKind),
}
"""What each noun of a question asks for."""

ONLY: Final = {"document": "document", "doc": "document", "page": "document", "guide": "document", "test": "test"}
"""Nouns that ask for a part of the files: texts, or tests."""

_RECORD = pattern(r"\A([A-Za-z]{2,6})[\s#_-]{0,2}0*(\d{1,5})\Z")
_NUMBER = pattern(r"\A[#!]?0*(\d{1,7})\Z")
_HEX = pattern(r"\A[0-9a-f]{7,64}\Z")


def kinds_of(word: str) -> tuple[NodeKind, ...]:
    """The kinds that a noun asks for, in singular or plural; none for another word."""
    lower = word.lower()
    singular = f"{lower[:-3]}y" if lower.endswith("ies") else lower.removesuffix("s")
    return KIND_WORDS.get(lower) or KIND_WORDS.get(singular) or (KIND_WORDS.get(f"{singular}s", ()))


def only_of(word: str) -> str:
    """The part of the files that a noun asks for, such as tests; empty for all files."""
    return ONLY.get(word.lower().removesuffix("s"), "")


def split_kind(name: str) -> tuple[tuple[NodeKind, ...], str]:
    """The kinds that a name begins with, as in `service payments` or `service:payments`, and the name itself."""
    text = name.strip().strip("\"'`?")
    for expression in (r"\A([A-Za-z]+ request|[A-Za-z]+):\s*(\S.*)\Z", r"\A([A-Za-z]+ request|[A-Za-z]+)\s+(\S.*)\Z"):
        match = re.match(expression, text)
        if match and match[1].lower() != "adr" and (kinds := kinds_of(match[1])):
            return kinds, match[2]
    return (), text


def keys_for(name: str) -> tuple[str, ...]:
    """The keys that a name may stand for, taken literally."""
    path = name.removeprefix("./").rstrip("/")
    number = _NUMBER.match(name)
    requests = (f"request:#{number[1]}", f"request:!{number[1]}") if number else ()
    kinds = ("service", "person", "module", "commit", "memory")
    return (name, f"file:{path}", f"symbol:{_symbol_key(path)}", f"service:{name.lower()}", f"person:@{name}",
            *(f"{kind}:{name}" for kind in kinds), *requests)  # fmt: skip


def _symbol_key(path: str) -> str:
    """A symbol's key without its kind, from `path:Name` or `path::Name`."""
    match = re.fullmatch(r"(.*?[^:]):{1,2}([\w.]+)", path)
    return f"{match[1].replace('#', '##')}#{match[2]}" if match else path


def other_forms(name: str) -> tuple[str, ...]:
    """Other names for a name: the member `Cache.gc` for `Cache::gc`, the file of the module or class `a.b`."""
    member = dotted(name)
    stem = re.sub(r"[.\\]", "/", name) if re.fullmatch(r"\w+(?:[.\\]\w+)+", name) else ""
    files = (f"{stem}{end}" for end in (".py", "/__init__.py", ".java", ".php")) if stem else ()
    bare = re.sub(r"(?i)\A(?:the|an|a)\s+", "", name)
    return (
        *([member] if member != name else []),
        *([bare] if bare != name else []),
        *files,
    )


def whole_name(name: str) -> str:
    """A name with its namespace in the form that the graph has for outside things: parts behind full stops."""
    return re.sub(r"\\|::", ".", name).strip(".")


def is_stated_name(name: str) -> bool:
    """Whether a name may be what an import states: `a/b`, `a.b.C`, `a::b` or a namespace of PHP."""
    return bool(re.fullmatch(r"[@\w][\w@.+-]*(?:(?:/|\\|::|\.)[\w@+-][\w@.+-]*)+", name))


def nearest(name: str, titles: Mapping[str, str]) -> list[str]:
    """The keys of at most three titles that are most like a name, by the pairs of letters that they share."""
    lower = name.lower()
    pairs = {lower[place : place + 2] for place in range(len(lower) - 1)}
    shared = sorted(((sum(pair in title for pair in pairs), title) for title in titles), reverse=True)
    like = [title for many, title in shared[:COMPARED] if many]
    return [titles[title] for title in get_close_matches(lower, like, n=SUGGESTED, cutoff=0.6)]


def not_called(name: str, at: str, late: str, near: Sequence[str], why: Sequence[str]) -> str:
    """The message that nothing has a name: the nearest names, and unread files that may have it."""
    like = f" The nearest: {', '.join(near)}." if near else ""
    unread = "".join(f"\n{line}" for line in why)
    return (
        f"Nothing is called {name[:80]!r} at {at}{f' ({late})' if late else ''}.{like} Name a path, a record such as "
        "ADR-3, a service, a symbol, a commit, #12, a person, or the id of a memory; KIND:NAME where several are "
        f"called so.{unread}"
    )


def dotted(name: str) -> str:
    """The name of a member with full stops, as symbols have it; a path before it stays."""
    return re.sub(r"\A([A-Za-z_]\w*(?:\.\w+)*)(?:::|#)(?=[A-Za-z_$])", r"\1.", name).removesuffix("()")


def chosen(name: str, kinds: Sequence[NodeKind], candidates: Iterable[Node]) -> tuple[Node, ...]:
    """The candidates that a name means, all that fit it best; at most `MOST`."""
    allowed = [node for node in candidates if not kinds or node.kind in kinds]
    best: dict[int, list[Node]] = {}
    for node in allowed:
        rank = _rank(name, node, asked=bool(kinds))
        if rank is not None:
            best.setdefault(rank, []).append(node)
    return tuple(best[min(best)][:MOST]) if best else ()


def _rank(name: str, node: Node, *, asked: bool) -> int | None:
    """How exactly a name fits a node, 0 for best; None where it doesn't."""
    path = name.removeprefix("./").rstrip("/")
    lower = name.lower()
    if node.key in (name, f"file:{path}", f"symbol:{_symbol_key(path)}"):
        return 0
    if node.kind is NodeKind.DECISION and _is_record(name, node, asked=asked):
        return 1
    if node.kind in (NodeKind.SERVICE, NodeKind.PERSON, NodeKind.MODULE) and lower in (
        node.title.lower(),
        node.key.partition(":")[2].lower().lstrip("@"),
    ):
        return 2
    number = _NUMBER.match(name)
    if node.kind is NodeKind.REQUEST and number and (asked or name[0] in "#!"):
        return {f"request:{name}": 0, f"request:#{number[1]}": 2, f"request:!{number[1]}": 2}.get(node.key)
    if (
        node.kind in (NodeKind.COMMIT, NodeKind.MEMORY)
        and _HEX.match(name)
        and node.key.partition(":")[2].startswith(name)
    ):
        return 2
    if node.kind is NodeKind.SYMBOL and node.title == name:
        return 3
    if node.title.lower() == lower:
        return 3
    if node.kind in PLACED:
        own = node.key.removeprefix("file:")
        if own.endswith(f"/{path}"):
            return 4
        if own.startswith(f"{path}/"):
            return 6
    if node.kind is NodeKind.SYMBOL and node.title.endswith(f".{name}"):
        return 5
    return 7 if node.kind is NodeKind.COMMIT and node.title.lower() == lower else None


def _is_record(name: str, node: Node, *, asked: bool) -> bool:
    """Whether a name means this decision, by its series and number."""
    match = _RECORD.match(name)
    own = re.match(r"([A-Z]+)-0*(\d+) ", node.title)
    if own is None:
        return False
    if match:
        series = "ADR" if match[1].upper() in ("ADR", "DR") else match[1].upper()
        return (series, match[2]) == (own[1], own[2])
    number = _NUMBER.match(name)
    return asked and number is not None and number[1] == own[2]

"""Searchable kinds: what a search is narrowed to, how texts become passages, what has vectors, what git can't give."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, get_args

from scrubjay.extensions.kinds.content import Parser
from scrubjay.model.counted import counted
from scrubjay.model.encoded import EmbeddedCorpus
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.view import Format

Kind = Literal["document", "decision", "incident", "code", "commit", "memory", "pull_request", "issue"]
"""What a search can be narrowed to, before extensions add kinds of their own."""

SEARCH_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

MEMORY: Final = "memory"
"""The format of memories. Their words are in a full-text index of their own, so that nothing else is ranked by them."""

COMMIT: Final = "commit"

DISCUSSIONS: Final[tuple[Kind, ...]] = ("pull_request", "issue")
"""What was discussed at a forge: kinds and formats of the same names, in a project's forge.db alone."""

KIND_OF_FORMAT: Final[Mapping[str, Kind]] = {
    MEMORY: "memory", COMMIT: "commit", **{kind: kind for kind in DISCUSSIONS},
}  # fmt: skip
"""The kind of contents by format; every other format is that of a file."""

ONLY_BY_NAME: Final[tuple[Kind, ...]] = tuple(sorted({*KIND_OF_FORMAT.values()} - {"memory"}))
"""The kinds that sources and forges bring: a search finds them only where it names them."""

SOURCED: Final = "sourced:"
"""How the formats of extensions' sources begin: the extension and the kind follow. A search has to name the kind."""

PARSED: Final = "parsed:"
"""How the formats of extensions' parsers begin: the name and the version follow, so that another version cuts anew."""

BY: Final = " > by "
"""What stands between a sourced text's address and its author above each passage."""

FILES: Final[tuple[Kind, ...]] = ("document", "decision", "incident", "code")
"""The kinds of files."""

SUBMODULES: Final[Mapping[str, str]] = {"document": "submodule", "code": "submodule_code"}
"""The kinds of submodules' files in `temp.visible`, by those of own files: found and counted only where asked for."""

NOT_FROM_GIT: Final = (MEMORY, *DISCUSSIONS)
"""Formats whose contents stay where everything that git can give again is dropped."""


def kind_of(format: str) -> str:
    """The kind of a content, as a hit names it."""
    if format.startswith(SOURCED):
        return format.rpartition(":")[2]
    return KIND_OF_FORMAT.get(format) or ("code" if format.startswith("code:") else "document")


def format_of(extension: str, kind: str) -> str:
    """The format of the texts of a kind that an extension's source gives."""
    return f"{SOURCED}{extension}:{kind}"


def formats_of(extension: str) -> tuple[str, ...]:
    """The prefixes of formats stored for an extension: of texts from its sources, and of files cut by its parser."""
    return f"{SOURCED}{extension}:", f"{PARSED}{extension}:"


def origin_of(format: str, heading: str) -> tuple[str, str, str]:
    """The address, author and extension of a passage that an extension's source gave."""
    place, _, author = heading.partition(BY)
    return place, author, format.removeprefix(SOURCED).partition(":")[0]


NAMES: Final = {
    "document": "documents", "memory": "memories", "commit": "commits", "turn": "turns",
    "pull_request": "pull requests", "issue": "issues",
}  # fmt: skip
"""What a corpus is called, in the order in which they are told."""

_OF_TALK: Final = ("turn", "session")


def corpora_of(rows: Iterable[tuple[str, int, int]]) -> tuple[EmbeddedCorpus, ...]:
    """The corpora in rows of (format, passages with a vector, all passages); a corpus without passages is left out.

    Code is none of them: it is found by its words, and gets no vectors.
    """
    embedded, passages = Counter[str](), Counter[str]()
    for format, some, every in rows:
        name = _corpus_name("turn" if format in _OF_TALK else kind_of(format))
        embedded[name] += some
        passages[name] += every
    return tuple(
        EmbeddedCorpus(name, embedded[name], passages[name])
        for name in dict.fromkeys((*NAMES.values(), *passages))
        if passages[name]
    )


def _corpus_name(kind: str) -> str:
    """The name of the corpus of a kind; a kind of an extension gives its own name."""
    return NAMES.get(kind, kind)


def share(corpora: Sequence[EmbeddedCorpus]) -> float:
    """The share of all passages that have a vector; 1.0 where there are no passages."""
    passages = sum(one.passages for one in corpora)
    return sum(one.embedded for one in corpora) / passages if passages else 1.0


def describe(corpora: Sequence[EmbeddedCorpus]) -> str:
    """How many passages of each corpus have a vector: "documents 770 of 1,426, commits 0 of 1,212 passages"."""
    *others, last = [f"{one.name} {one.embedded:,} of " for one in corpora] or ["0 of "]
    sizes = [one.passages for one in corpora] or [0]
    told = [f"{words}{size:,}" for words, size in zip(others, sizes[:-1], strict=True)]
    return ", ".join([*told, f"{last}{counted(sizes[-1], 'passage')}"])


def missing(corpora: Sequence[EmbeddedCorpus]) -> str:
    """The note that only some searched passages have a vector; empty when all have one."""
    embedded = share(corpora)
    if embedded >= 1:
        return ""
    if not embedded:
        return "keyword only: nothing of this is embedded yet"
    return f"{describe(corpora)} embedded; the rest is found by keyword only"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The rules by which blobs become passages, and by which blobs are refused.

    `chunker` keys the contents of files: it changes when the same bytes would give other passages. `commits` keys those
    of commits, so that another way to cut documents leaves these and their vectors as they are. `key` keys refusals:
    it changes also with the limits. `parser` keys parsed decisions and incidents, and changes when the same text would
    be parsed differently. `max_bytes` is the largest blob that is read. `allowed` holds marks of values that the user
    declared not to be secrets. `parsers` are those of extensions, by format.
    """

    chunker: str
    commits: str
    key: str
    parser: str
    max_bytes: int
    skip_binary: bool
    secrets: Literal["mask", "skip"]
    allowed: tuple[str, ...] = ()
    parsers: Mapping[Format, Parser] = field(default_factory=dict, compare=False)

    def key_of(self, format: str) -> str:
        """The key of current contents of a format."""
        return self.commits if format == COMMIT else self.chunker

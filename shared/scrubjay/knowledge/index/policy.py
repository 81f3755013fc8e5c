"""Policy of an index: how a text becomes passages, and which texts are refused."""

from collections.abc import Mapping
from typing import Literal

from scrubjay.extensions.kinds.content import Parser
from scrubjay.knowledge.index.kinds import COMMIT
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.view import Format


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How a blob becomes passages, and which blobs are refused.

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

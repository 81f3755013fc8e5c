"""Named SQL statements, loaded from the `queries.sql` beside the store that uses them."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

_NAME = re.compile(r"^-- name: (\w+)\s*$", re.MULTILINE)


class Queries:
    """Named SQL statements as attributes: `Q.find_content` is the text under `-- name: find_content`."""

    def __init__(self, source: str, text: str) -> None:
        parts = _NAME.split(text)
        self._source = source
        self._texts = {name: body.strip() for name, body in zip(parts[1::2], parts[2::2], strict=True)}

    def __getattr__(self, name: str) -> str:
        try:
            return self._texts[name]
        except KeyError:
            raise AttributeError(f"{self._source} has no query named {name}") from None

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._texts.items())


def load(package: str) -> Queries:
    """Load `queries.sql` of a package, such as "scrubjay.knowledge.documents"."""
    # Located, not imported: a hook that needs one query needs nothing else of the package.
    spec = find_spec(package)
    (folder,) = (spec.submodule_search_locations or ("",)) if spec else ("",)
    return Queries(f"{package}/queries.sql", (Path(folder) / "queries.sql").read_text(encoding="utf-8"))

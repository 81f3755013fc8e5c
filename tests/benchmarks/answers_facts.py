"""What git says of a repository whose answers are recorded: the things that questions are made of."""

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

HEADING = re.compile(r"^#{1,4} +(.+)|^([^\n]{4,70})\n[=\-~^]{4,}$", re.MULTILINE)
SYMBOL = re.compile(r"^\s*(?:async def|def|class|func(?: \([^)]*\))?|type|function) ([A-Za-z_]\w{3,})", re.MULTILINE)


def some(values: Sequence[str], number: int) -> list[str]:
    """So many of the different values, evenly spread over their order."""
    values = list(dict.fromkeys(values))
    return [values[place * len(values) // number] for place in range(min(number, len(values)))]


@dataclass(frozen=True)
class Facts:
    """What git says of a clone at HEAD."""

    clone: Path
    name: str

    def git(self, *words: str) -> list[str]:
        done = subprocess.run(["git", *words], cwd=self.clone, capture_output=True, check=True)
        return done.stdout.decode("utf-8", "replace").splitlines()

    @cached_property
    def files(self) -> list[str]:
        return self.git("ls-files")

    @cached_property
    def documents(self) -> list[str]:
        return [name for name in self.files if name.endswith((".md", ".rst")) and not name.startswith("tests/")]

    @cached_property
    def code(self) -> list[str]:
        return [name for name in self.files if name.endswith((".py", ".go"))]

    @cached_property
    def headings(self) -> list[str]:
        texts = [(self.clone / name).read_text("utf-8", "replace") for name in self.documents]
        found = (next(filter(None, match.groups())).strip("# `") for text in texts for match in HEADING.finditer(text))
        return sorted({heading for heading in found if len(heading.split()) > 1})

    @cached_property
    def symbols(self) -> list[str]:
        texts = [(self.clone / name).read_text("utf-8", "replace") for name in self.code]
        return sorted({name for text in texts for name in SYMBOL.findall(text)})

    @cached_property
    def subjects(self) -> list[str]:
        return self.git("log", "--no-merges", "--format=%s")

    @cached_property
    def commits(self) -> list[str]:
        return self.git("log", "--no-merges", "--format=%H")

    @cached_property
    def authors(self) -> list[str]:
        return sorted(set(self.git("log", "--format=%aN")))

    @cached_property
    def line(self) -> tuple[str, int, str]:
        """A document's sentence that stands on one line, with its place."""
        for name in self.documents:
            for number, text in enumerate((self.clone / name).read_text("utf-8", "replace").splitlines(), 1):
                if re.fullmatch(r"[A-Z][^|<>*#`:]{40,160}\.", text):
                    return name, number, text
        raise LookupError(self.name)

"""Between which times does a question look? "After 2.0", "since 2023": a release's tag or a year, as seconds."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from scrubjay.git.process import Git

_BOUND: Final = re.compile(
    r"\b(?P<word>after|since|before|until)\s+(?:(?:version|release)\s+)?"
    r"(?:v?(?P<version>\d{1,4}(?:\.\d{1,4}){1,3})|(?P<year>(?:19|20)\d\d))(?![\w.-]*\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds since the epoch between which a question looks, first included, last not."""

    first: float = float("-inf")
    last: float = float("inf")

    @property
    def bounded(self) -> bool:
        """Whether the question names a time at all."""
        return self != Times()

    def hold(self, seconds: float) -> bool:
        """Whether a time lies between them."""
        return self.first <= seconds < self.last


def times_of(git: Git, text: str) -> tuple[Times, str]:
    """The times that a question names, and the question without them; a release without a tag is no time."""
    times, rest = Times(), text
    for bound in _BOUND.finditer(text):
        later = bound["word"].lower() in ("after", "since")
        if bound["year"]:
            year = int(bound["year"]) + (bound["word"].lower() in ("after", "until"))
            at: float | None = datetime(year, 1, 1, tzinfo=UTC).timestamp()
        else:
            at = tagged(git, bound["version"])
        if at is not None:
            times = Times(at, times.last) if later else Times(times.first, at)
            rest = rest.replace(bound[0], " ")
    return times, " ".join(rest.split())


def tagged(git: Git, version: str) -> float | None:
    """When a release was tagged, its patch level and a "v" left out or not."""
    names = [f"{sign}{version}{patch}" for patch in ("", ".0") for sign in ("v", "")]
    code, out = git.answer("for-each-ref", "--format=%(creatordate:unix)", *(f"refs/tags/{name}" for name in names))
    dates = [line for line in out.decode("ascii", "replace").split() if line.isdigit()]
    return float(dates[0]) if code == 0 and dates else None

"""The commit message of a publication: subject in the repository's habit, titles, and trailers. Pure."""

import re
from collections.abc import Sequence
from typing import Final

TRAILER: Final = "Memory-Id"
ENDED: Final = "Memory-Ended"
MAX_SUBJECT = 72
_CONVENTIONAL = re.compile(r"(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([^)]{1,40}\))?!?: \S")
_SIGNED_OFF = re.compile(r"^Signed-off-by: \S.*<[^<>]*>\s*$", re.MULTILINE)


def is_conventional(subjects: Sequence[str]) -> bool:
    """Whether most of some subjects begin with a type, as in "fix(parser): …"."""
    return bool(subjects) and sum(bool(_CONVENTIONAL.match(s)) for s in subjects) * 3 >= 2 * len(subjects)


def needs_sign_off(messages: Sequence[str]) -> bool:
    """Whether a project asks for a sign-off: each of its last commits carries one."""
    return bool(messages) and all(_SIGNED_OFF.search(message) for message in messages)


def subject(titles: Sequence[str], topic: str, *, decision: bool, conventional: bool, verb: str = "add") -> str:
    """The first line, at most 72 characters."""
    what = "decision" if decision else "memory"
    several = "decisions" if decision else "memories"
    text = f"{what}: {titles[0]}" if len(titles) == 1 else f"{len(titles)} {several}: {topic}"
    whole = f"docs: {verb} {text}" if conventional else f"{verb.capitalize()} {text}"
    return whole if len(whole) <= MAX_SUBJECT else f"{whole[: MAX_SUBJECT - 2].rstrip()} …"


def message(
    first: str, titles: Sequence[str], ids: Sequence[str], sign_off: str = "", ended: Sequence[str] = ()
) -> str:
    """The whole message. Titles stand behind a dash, so that none can pass for a trailer.

    `ended` are memories that the branch proposed, and proposes no more.
    """
    listed = "".join(f"- {title}\n" for title in titles)
    trailers = "".join(f"{TRAILER}: {id}\n" for id in ids) + "".join(f"{ENDED}: {id}\n" for id in ended)
    return f"{first}\n\n{listed}\n{trailers}{f'Signed-off-by: {sign_off}' + chr(10) if sign_off else ''}"


def ids_in(text: str) -> tuple[str, ...]:
    """The memory ids that the trailers of a message name."""
    return tuple(re.findall(rf"^{TRAILER}: ([0-9a-f]{{32}})\s*$", text, re.MULTILINE))

"""A team's own list or table of decision records: a new record's line, made like its neighbour's. Pure."""

import re
from collections.abc import Mapping, Sequence

from scrubjay.model.pattern import pattern
from scrubjay_publishing.decision_file import DecisionFile

NAMES = ("README.md", "index.md", "readme.md", "INDEX.md", "README", "decisions.md")
"""Files that may hold the list, in the records' folder or above it."""

_DAY = pattern(r"\b\d{4}-\d{2}-\d{2}\b")
_STATUS = pattern(r"\b(?:accepted|approved|proposed|superseded|deprecated|rejected|draft|implemented)\b", re.IGNORECASE)
_LABEL = pattern(r"\[[^\]\n]*\](?=\(<?[^)\n]*\0F)")
_PLACED = pattern("\0[FTDSN]")


def with_record(text: str, titles: Mapping[str, str], new: DecisionFile) -> str | None:
    """An index with a line for a new record; None where the text is no index: it names too few of the records.

    `titles` are those of the records there, by file name, oldest first. The line is that of the newest record with the
    new one's name, number, title, status and day; what else stands there speaks of the other one and is left out.
    """
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.split(end)
    rows = _rows(lines, titles)
    if not rows or 2 * len(rows) < len(titles):
        return None
    like = [name for name in titles if name in rows][-1]
    made = _index_line(lines[rows[like]], like, titles[like], new)
    if made is None:
        return None
    newest_first = len(rows) > 1 and rows[like] == min(rows.values())
    lines.insert(rows[like] + (0 if newest_first else 1), made)
    return end.join(lines)


def renamed(text: str, old: str, new: str, old_number: str, new_number: str) -> str:
    """An index with another name and number for a record, in the lines that name it."""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.split(end)
    for row, line in enumerate(lines):
        if old in line:
            lines[row] = _numbered(line.replace(old, "\0F"), old_number, new_number).replace("\0F", new)
    return end.join(lines)


def _rows(lines: Sequence[str], titles: Mapping[str, str]) -> dict[str, int]:
    """The number of the first line that links to each record."""
    rows: dict[str, int] = {}
    for row, line in enumerate(lines):
        for name in titles:
            if (
                name in line
                and name not in rows
                and re.search(rf"[(/\[<`|\s]{re.escape(name)}[)\s>`|\]#]", f" {line} ")
            ):
                rows[name] = row
    return rows


def _index_line(line: str, like: str, title: str, new: DecisionFile) -> str | None:
    """The index line for a new record, modelled on another record's line; None if that has no place for a title."""
    text = line.replace(like, "\0F")
    found = re.search(re.escape(title), text, re.IGNORECASE) if title else None
    if found:
        text = f"{text[: found.start()]}\0T{text[found.end() :]}"
    elif (label := _LABEL.search(text)) is not None:
        text = f"{text[: label.start()]}[\0T]{text[label.end() :]}"
    else:
        return None
    text = _STATUS.sub("\0S", _DAY.sub("\0D", text))
    old = re.match(r"\D*(\d+)", like)
    if old and new.number:
        text = _numbered(text, old[1], new.number)
    text = _only_placed(text)
    status = new.status if re.search(r"\b[A-Z][a-z]+\b", " ".join(_STATUS.findall(line))) else new.status.lower()
    marks = {"\0F": new.name, "\0T": _plain(new.title), "\0D": new.date, "\0S": status}
    return _PLACED.sub(lambda mark: marks[mark.group()], text)


def _numbered(text: str, old: str, new: str) -> str:
    """A line with another record's number, in the width that each place has."""
    value, to = int(old), int(new)
    return re.sub(rf"(?<![\w.])((?:[A-Za-z]{{2,8}}[-_ #]?)?)(0*{value})(?!\w)",
                  lambda m: f"{m[1]}{str(to).zfill(len(m[2]))}", text)  # fmt: skip


def _only_placed(text: str) -> str:
    """A line without the other record's words: a table's cells, or what stands behind a list's link."""
    if text.lstrip().startswith("|"):
        return "|".join(
            cell if _PLACED.search(cell) or _is_number(cell) or not cell else " " for cell in text.split("|")
        )
    last = max((mark.end() for mark in _PLACED.finditer(text)), default=len(text))
    closing = re.match(r"[^\s\w]*", text[last:])
    return text[: last + (closing.end() if closing else 0)]


def _is_number(cell: str) -> bool:
    """Whether a cell holds a record's number alone."""
    return bool(re.fullmatch(r"\s*\[?(?:[A-Za-z]{2,8}[-_ #]?)?\d+\]?\s*", cell))


def _plain(title: str) -> str:
    """A title without characters that would end a cell or a link."""
    return title.replace("|", "\\|").replace("[", "(").replace("]", ")")

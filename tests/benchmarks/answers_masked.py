"""The masks of recorded answers: only what no two runs have in common."""

import re
import time
from collections.abc import Iterator
from typing import Any

HEX = "[0-9a-f]"
ID = re.compile(
    rf"(?<![0-9a-zA-Z])(?:{HEX}{{32}}|{HEX}{{8}}(?:-{HEX}{{4}}){{3}}-{HEX}{{12}}|s-{HEX}{{30}})(?![0-9a-zA-Z])"
)
SHORT = re.compile(rf"(?<![0-9a-zA-Z])(?:{HEX}{{8,31}}|s-{HEX}{{5,29}})(?![0-9a-zA-Z])")
AGE = re.compile(r"\b\d+ (?:s|min|h|days?|weeks?|months?|years?) ago\b|\bjust now\b")
CLOCK = re.compile(r"\b\d\d:\d\d UTC\b")
MOMENT = re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
VARYING = ("seconds", "ms", "took_ms", "elapsed_ms", "bytes", "pid")
STAGES = "keyword|embedding|vector|pool|reading|code|memories|commits|rerank(?:ing)?|total"
MEASURED = (
    (re.compile(r"\b\d[\d,.]* s\b(?= left|, |\))"), "<s> s"),
    (re.compile(r"\b[\d,.]+/s\b"), "<n>/s"),
    (re.compile(rf'("(?:{"|".join(VARYING)})": )-?[\d.]+'), r"\1<n>"),
    (re.compile(rf"(\b(?:{STAGES})) \d+\.\d\b"), r"\1 <ms>"),
    (re.compile(r"(?m)^(<now>  .*  )\d+\.\d+$"), r"\1<s>"),
    (re.compile(r"\b\d[\d,.]* (?:kB|KB|MB|GB)\b"), "<size>"),
    (re.compile(rf'("(?:seal|hash|previous)": "){HEX}{{64}}"'), r'\1<hash>"'),
    (re.compile(rf'("process": "){HEX}{{16}}"'), r'\1<process>"'),
    (re.compile(r"\b[\d,]+(?= of [\d,]+ tokens)"), "<n>"),
)
"""Durations, sizes, what is chained by hashes, marks of processes, and tokens, of which ids have more or fewer."""
PROGRESS = re.compile(r"(?m)^(?:reading|vectors?|embedding|commits): .*\bleft\n|^.*\r")


def _texts(answer: Any) -> Iterator[str]:
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, dict | list):
        for each in answer.values() if isinstance(answer, dict) else answer:
            yield from _texts(each)


class Masks:
    """What is masked in one repository's answers: folders of this run, its ids, its moments, durations and sizes.

    An id stays the same wherever it stands, in full or by its first digits: it gets the number in which order it was
    seen. Ids of git aren't masked, nor is a moment before the recording.
    """

    def __init__(self, folders: dict[str, str]) -> None:
        self._folders = sorted(folders.items(), key=lambda pair: -len(pair[0]))
        self._ids: dict[str, str] = {}
        self._began = time.time()

    def note(self, answer: Any) -> str:
        """Number the ids of an answer before any is masked; returns the first one that no earlier answer had."""
        found = [id.replace("-", "") for text in _texts(answer) for id in ID.findall(text)]
        new = [id for id in dict.fromkeys(found) if id not in self._ids]
        self._ids |= {id: f"<id {number}>" for number, id in enumerate(new, len(self._ids) + 1)}
        return next(iter(new), "")

    def masked(self, answer: Any) -> Any:
        """The same answer without what varies."""
        if isinstance(answer, str):
            return self._text(answer)
        if isinstance(answer, list):
            return [self.masked(each) for each in answer]
        if isinstance(answer, dict):
            return {name: 0 if self._counts(name, each) else self.masked(each) for name, each in answer.items()}
        return answer

    def _text(self, text: str) -> str:
        for folder, name in self._folders:
            text = text.replace(folder, f"<{name}>")
        text = PROGRESS.sub("", text)
        text = ID.sub(self._numbered, text)
        text = SHORT.sub(self._shortened, text)
        text = MOMENT.sub(self._now, CLOCK.sub("<clock>", AGE.sub("<age>", text)))
        for pattern, instead in MEASURED:
            text = pattern.sub(instead, text)
        for today in {time.strftime("%Y-%m-%d", time.gmtime(at)) for at in (self._began, time.time())}:
            text = re.sub(rf"\b{today}\b", "<today>", text)
        return text

    def _counts(self, name: str, value: Any) -> bool:
        return name in VARYING and isinstance(value, int | float)

    def _numbered(self, found: "re.Match[str]") -> str:
        return self._ids.get(found[0].replace("-", ""), found[0])

    def _shortened(self, found: "re.Match[str]") -> str:
        fitting = [name for id, name in self._ids.items() if id.startswith(found[0])]
        unknown = "<session>" if found[0].startswith("s-") else found[0]
        return f"{fitting[0]}~" if len(fitting) == 1 else unknown

    def _now(self, found: "re.Match[str]") -> str:
        began = time.strftime("%Y-%m-%dT%H:%M", time.gmtime(self._began))
        return "<now>" if found[0][:16].replace(" ", "T") >= began else found[0]

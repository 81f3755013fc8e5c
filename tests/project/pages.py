"""The Markdown pages of this repository: their links, their headings' anchors, and the commands that they name."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).parents[2]

_FENCE = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`[^`\n]+`")
_LINK = re.compile(r"\[(?:[^\]\[]|\[[^\]]*\])*\]\(([^)\s]+)(?: \"[^\"]*\")?\)")


def pages() -> list[Path]:
    """Every Markdown file that is committed, or would be."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=TOP, capture_output=True, check=False,
    )  # fmt: skip
    if listed.returncode:  # not in a git checkout
        return sorted([*TOP.glob("*.md"), *(TOP / "docs").rglob("*.md")])
    return sorted(TOP / name for name in listed.stdout.decode().split("\0") if name and (TOP / name).is_file())


def links(text: str) -> list[str]:
    """The targets of a page's links and pictures; none from code."""
    return _LINK.findall(_CODE.sub("", _FENCE.sub("", text)))


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as forges make them."""
    headings = re.findall(r"^#{1,6} (.+)$", _FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.replace("`", "")).strip().lower().replace(" ", "-") for heading in headings}


def broken(page: Path, text: str) -> Iterator[str]:
    """Links of a page that lead to no file of this repository, or to no heading."""
    for target in links(text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        there = file.is_relative_to(TOP) and file.exists()
        if there and anchor:
            there = anchor in anchors(text if file == page else file.read_text(encoding="utf-8"))
        if not there:
            yield target


def code(text: str) -> Iterator[str]:
    """Every `scrubjay …` in a page's code: after a prompt, in scripts without prompts, and in backquotes."""
    for block in _FENCE.findall(text):
        prompt = r"^ *\$ (?:.*&& )?" if re.search(r"^ *\$ ", block, re.MULTILINE) else r"(?:^ *|&& |\$\()"
        for line in re.findall(rf"{prompt}(scrubjay .*?)(?= && |$)", block, re.MULTILINE):
            yield re.sub(r" [<|#] ?.*", "", line)
    yield from re.findall(r"`(scrubjay [^`\n]+)`", _FENCE.sub("", text))

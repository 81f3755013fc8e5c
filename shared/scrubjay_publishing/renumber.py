"""Another number for a published decision whose number somebody else took meanwhile: a further commit on its branch."""

import posixpath
import re

from scrubjay.errors import PublishRefused
from scrubjay.git.process import Git
from scrubjay_publishing.base_tree import BaseTree, names_everywhere
from scrubjay_publishing.files.drafts import index_paths
from scrubjay_publishing.files.index_file import renamed
from scrubjay_publishing.files.numbering import next_number, padded, parts_of, same_number
from scrubjay_publishing.message import message, subject
from scrubjay_publishing.pull_request import pull_request_commands
from scrubjay_publishing.signing import is_signed
from scrubjay_publishing.standings.values import Publication
from scrubjay_publishing.starting import Habits
from scrubjay_publishing.values import PublishPlan, RenderedFile, StartingPoint

_HEADING = re.compile(r"^(#[ \t]+(?:[A-Za-z]{2,8}[-_ #]?)?)(\d{1,6})(?=[.:)\s])", re.MULTILINE)


def renumbering(
    git: Git, row: Publication, tip: str, base: StartingPoint, title: str, usual: Habits, who: str
) -> PublishPlan:
    """A plan that gives a record of a branch the next free number, its line in an index included.

    Raises PublishRefused where its name has no number, or nobody else has that number.
    """
    tree = BaseTree(git, tip)
    folder, name = posixpath.split(row.path)
    text, parts = tree.text(row.path), parts_of(name)
    if text is None or parts is None:
        raise PublishRefused(f"{row.path} on {row.branch} has no number to change. Nothing was changed.")
    names = names_everywhere(git, folder)
    if not [other for other in same_number(names, parts[1]) if other != name]:
        raise PublishRefused(f"No other record has the number {parts[1]}: {row.path} keeps it. Nothing was changed.")
    prefix, old, separator, words = parts
    number = padded(next_number(names), old)
    path = posixpath.join(folder, f"{prefix}{number}{separator}{words}")
    tree.refuse_blocked(path)
    files = [RenderedFile(path, _with_heading(text, old, number), row.memory)]
    for index in index_paths(folder):
        before = tree.text(index)
        if before is not None and name in before:
            files.append(RenderedFile(index, renamed(before, name, posixpath.basename(path), old, number)))
    for record in tree.records(folder, tree.record_paths()):
        if name in record.text and record.path not in {row.path, *(file.path for file in files)}:
            text = renamed(record.text, name, posixpath.basename(path), old, number)
            files.append(RenderedFile(record.path, text))
    first = subject([f"{number}, formerly {old}"], "", decision=True, conventional=usual.conventional)
    return PublishPlan(
        branch=row.branch,
        base=base,
        files=tuple(files),
        subject=first,
        message=message(first, [title], [row.memory], who if usual.signed_off else ""),
        signed=is_signed(git),
        commands=pull_request_commands(row.branch, base, first)[:1],
        removed=(row.path,),
        replaces=tip,
    )


def _with_heading(text: str, old: str, new: str) -> str:
    """A record's text with another number in its first heading, where its own stands there."""

    def replaced(match: re.Match[str]) -> str:
        same = int(match[2]) == int(old)
        return f"{match[1]}{padded(int(new), match[2])}" if same else match[0]

    return _HEADING.sub(replaced, text, count=1)

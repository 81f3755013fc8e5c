"""Remedy for a path that isn't read: the line of the settings to change, or the command to run. Pure."""

import json
import re
import shlex
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Final

from scrubjay.knowledge.chunking.languages import installed_languages, language_of
from scrubjay.knowledge.documents.left_out import OTHER_TYPES, READ_SUBMODULES, type_of
from scrubjay.knowledge.documents.selection import NO_PATTERN, Glob, Selection
from scrubjay.model.hints import installing
from scrubjay.model.view import Why
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.settings.code import AUTO
from scrubjay.settings.reading import LARGEST_FILE_KB

WHERE: Final = "in .agent/config.yaml, or in your own config.yaml"
YOURS: Final = "in your own config.yaml"


def settings_line(selection: Selection, path: str) -> str:
    """The YAML line that would select a path, and where to put it; empty if no line would.

    A list stands there whole, since it replaces the one in force.
    """
    parts, language = path.lower().split("/"), language_of(path)
    left = [pattern for pattern in selection.exclude if not Glob.of(pattern).matches(parts)]
    fields = [_yaml_list("exclude", left)] if len(left) < len(selection.exclude) else []
    if selection.reason(path) == NO_PATTERN:
        kind = type_of(path)
        pattern = re.sub(r"[\[\]*?]", "?", shown(path)) if kind == OTHER_TYPES else f"**/*{kind}"
        added = [*selection.code, language] if language else [*selection.include, pattern]
        fields.insert(0, _yaml_list("code" if language else "include", added))
    if not fields:
        return ""
    first = f"{installing('code')}, then " if language and language not in installed_languages() else ""
    return f"{first}{_setting(', '.join(fields))}"


def language_line(selection: Selection, path: str) -> str:
    """The YAML line that would have a code file's language read, where `auto` leaves it out; else empty."""
    language = language_of(path)
    named = [entry for entry in selection.code if entry.lower() != AUTO]
    return _setting(_yaml_list("code", [*named, language])) if language and selection.fixed else ""


def remedy(why: Why, path: str, *, size: int = 0, fetch: str = "", there: bool = False, ignored: bool = False) -> str:
    """The command or setting that would have a file read which isn't, by the reason; empty where nothing would.

    `fetch` is the command that brings missing blobs; `there`: the submodule is checked out;
    `ignored`: git ignores the file.
    """
    quoted = shlex.quote(shown(path))
    match why:
        case "absent":
            return f"`{fetch}`, then `scrubjay ingest`"
        case "lfs":
            return f"`git lfs untrack` its pattern, `git add --renormalize {quoted}`, and a commit"
        case "size":
            kb = -(-size // 1024)
            return _setting(f"max_file_size_kb: {kb}", YOURS) if kb <= LARGEST_FILE_KB else ""
        case "binary":
            return _setting("skip_binary: false")
        case "encoding":
            return f"`iconv -f ENCODING -t UTF-8 {quoted} > NEW-FILE`, `mv NEW-FILE {quoted}`, and a commit"
        case "secret":
            return _setting("secrets: mask")
        case "grammar":
            return installing("code")
        case "damaged":
            return "`git fsck`"
        case "name":
            return (
                f"`git mv {quoted} {shlex.quote(str(PurePosixPath(shown(path)).with_name('NEW-NAME')))}`, and a commit"
            )
        case "submodule":
            update = "" if there else f"`git submodule update --init {quoted}`, then "
            return f"{update}`{READ_SUBMODULES}`, or `scrubjay --repo {quoted} init` for an index of its own"
        case "uncommitted":
            return f"`git add {'-f ' * ignored}{quoted}`, and a commit"
        case "waiting":
            return "`scrubjay ingest`"
        case _:
            return ""


def _yaml_list(field: str, values: Iterable[str]) -> str:
    """A YAML line: a field with a list of values, each once."""
    return f"{field}: {json.dumps(list(dict.fromkeys(values)), ensure_ascii=False)}"


def _setting(text: str, where: str = WHERE) -> str:
    """A setting of `ingestion` as Markdown code, and where to put it."""
    return f"`ingestion: {{{text}}}` {where}"

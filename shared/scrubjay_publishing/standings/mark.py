"""The memory that a document names as the one it was published from. Pure."""

import re

from scrubjay.knowledge.decisions.front_matter import front_matter

FULL_ID = r"[0-9a-f]{32}"
"""A memory's whole id: the first digits alone name none."""

READ_MOST = 200_000
"""Characters of a document in which a mark is looked for."""

MAYBE = re.compile(rf"Memory-Id:|^id:[ \t]*[\"']?{FULL_ID}", re.MULTILINE)
"""What a text must hold to be worth reading as YAML: few do."""

_COMMENT = re.compile(rf"^[ \t]*<!--[ \t]*Memory-Id:[ \t]*({FULL_ID})[ \t]*-->[ \t]*$", re.MULTILINE)
_FENCED = re.compile(r"^ {0,3}(`{3,}|~{3,}).*?(?:^ {0,3}\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_WHOLE = re.compile(FULL_ID)


def memory_id_of(text: str) -> str | None:
    """The id in the front matter's `id:`, or in a line `<!-- Memory-Id: … -->` outside fenced code.

    None where there is none, and where a text names several: nobody knows then which of them it is.
    """
    plain = text[:READ_MOST].replace("\r\n", "\n").removeprefix("\ufeff")
    if not MAYBE.search(plain):
        return None
    fields, body = front_matter(plain)
    named = {value for value in fields.get("id", ()) if _WHOLE.fullmatch(value)}
    named.update(_COMMENT.findall(_FENCED.sub("", body)))
    return named.pop() if len(named) == 1 else None

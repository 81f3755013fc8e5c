"""How are the forms of words kept that laws look for? A table a law: its columns, the last an expression. Pure."""

import re
from pathlib import Path
from typing import Final

PART: Final = "form"
"""The second column of a row that names a part: `{name}` stands for it in other rows."""

_NAMED: Final = re.compile(r"\{([a-z][a-z_ ]*)\}")


def rows(table: Path) -> tuple[list[list[str]], dict[str, re.Pattern[str]]]:
    """The rows of a table without its parts, each with its columns, and the parts by their names."""
    lines = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()]
    entries = [line for line in lines if len(line) > 1 and not line[0].startswith("#")]
    parts = {line[0]: line[2] for line in entries if line[1] == PART}
    spelled = [[*line[:-1], _NAMED.sub(lambda name: parts[name[1]], line[-1])] for line in entries]
    return [line for line in spelled if line[1] != PART], {
        line[0]: expression(line[-1]) for line in spelled if line[1] == PART
    }


def expression(form: str) -> re.Pattern[str]:
    """A form of words in any case."""
    return re.compile(form, re.IGNORECASE)

"""Codex' `config.toml`, as it is parsed."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from scrubjay.errors import ConfigError
from scrubjay.integrations.edits.jsonc import BOM


def parse(text: str) -> Mapping[str, object]:
    """What a text says. Raises ValueError."""
    return tomllib.loads(text.removeprefix(BOM))


def parsed(file: Path, data: bytes) -> Mapping[str, object]:
    """What the bytes of a file say. Raises ConfigError."""
    try:
        return parse(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ConfigError(
            f"{file} is not TOML ({error}), so scrubjay leaves it alone. Repair it and run again."
        ) from error

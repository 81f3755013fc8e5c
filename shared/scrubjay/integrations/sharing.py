"""Homes that share a clone, and the receipt that a leaving home hands to those that stay."""

from contextlib import suppress
from pathlib import Path

from scrubjay.errors import ScrubjayError
from scrubjay.identity.projects.file import FOLDER, is_single_account, valid_id
from scrubjay.integrations.edits import Receipt

NAME = "made.json"
"""Beside the bindings: what departed homes had made in the clone. The last home to leave removes it."""

SHARED_ENTRIES = ("folder ", "file ", "json ", "skill ")


def other_homes(common_dir: Path, home_id: str) -> tuple[str, ...]:
    """The ids of the other homes that have a binding in a clone."""
    with suppress(OSError):
        return tuple(
            sorted(
                path.name for path in (common_dir / FOLDER).iterdir() if valid_id(path.name) and path.name != home_id
            )
        )
    return ()


def hand_over(common_dir: Path, made: Receipt) -> None:
    """Hand this home's receipt to the other homes; where it can't be written, less is removed later."""
    if not is_single_account(common_dir):
        return  # other accounts bind the clone: a receipt that they can write must not cause deletions
    names = [name for kind in SHARED_ENTRIES for name in made.names(kind)]
    with suppress(ScrubjayError):
        Receipt(common_dir / FOLDER / NAME).add(*names)


def take_over(common_dir: Path, made: Receipt) -> None:
    """Add the handed-over entries to this home's receipt."""
    if not is_single_account(common_dir):
        return
    left = Receipt(common_dir / FOLDER / NAME)
    names = left.names("")
    made.add(*(name for name in names if name.startswith(SHARED_ENTRIES)))
    with suppress(ScrubjayError):
        left.drop(*names)

"""Where does a claim hold? A short text in one line, in which everything can be seen."""

from scrubjay.errors import UsageError
from scrubjay.model.visible import FORBIDDEN


def checked_applies(written: str) -> str:
    """The place as it is kept, empty for everywhere. Raises UsageError for one that is blank or hides characters."""
    place = written.strip(" ")
    if written and not place:
        raise UsageError("applies is blank. Write where the claim holds, such as staging or v1, or leave it out.")
    unseen = [sign for sign in place if sign in "\t\n" or FORBIDDEN.match(sign)]
    if unseen:
        raise UsageError(
            f"applies holds {unseen[0]!a}, which can't be seen. Write plain words in one line, such as staging."
        )
    return place

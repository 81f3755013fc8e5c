"""Whose words does a claim name? The logins, and their persons of git, that take part in a discussion; pure."""

import re
from collections.abc import Iterable, Mapping

from scrubjay.text.stop_words import STOP_WORDS


def speakers(claim: str, logins: Iterable[str], persons: Mapping[str, str], repository: str) -> frozenset[str]:
    """Of some logins, in lower case, those that a claim names. `persons`: names that commits show, by login.

    A login that is also a common word, a number or a name of the repository counts where an @ stands before it.
    """
    others = STOP_WORDS | set(repository.lower().split("/"))
    return frozenset(
        login
        for login in {login.lower() for login in logins if login}
        if _names(claim, f"@{login}")
        or (login not in others and not login.isdigit() and _names(claim, login))
        or (persons.get(login) and _names(claim, persons[login]))
    )


def _names(claim: str, name: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", claim, re.IGNORECASE))

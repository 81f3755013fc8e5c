"""Protocol of what a caller on a team's server may do; the default is the server's check of role and scope."""

from typing import Protocol

from scrubjay.model.acting import Acting


class AccessController(Protocol):
    """Says whether a caller may do something. Thread-safe; asked once a call, for 250 ms.

    At home nobody is asked: the account may. A team's server asks ours first, which knows roles and scopes, then those
    of extensions, each of which only narrows: what one refuses nobody allows. One that is late, fails or gives no text
    refuses the call, by its name. Row-level security stands behind all of them.
    """

    def objection(self, caller: Acting, called: str, scope: str) -> str:
        """Why a caller may not do this, one sentence that they are told; empty where they may.

        `called` names a tool (`remember`) or a route (`POST /memories`), `scope` what of a token it needs: search,
        remember, handoff, export, or empty for nothing. May raise ScrubjayError: the call is refused with its words.
        """
        ...

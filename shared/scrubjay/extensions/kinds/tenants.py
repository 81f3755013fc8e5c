"""Protocol of whose rows a call on a team's server reads and writes, and the default."""

from typing import Protocol

from scrubjay.model.acting import Acting


class TenantProvider(Protocol):
    """Says whose rows a caller may reach. Thread-safe; asked once a call, after who calls is known, for 250 ms.

    At home nobody is asked: one account, all of its rows. A team's server asks ours first. A provider confirms or
    refuses: what it gives is compared with the caller's own team, and anything else refuses the call, so no provider
    opens the rows of another team. One that is late, fails or gives no text refuses the call, by its name.
    """

    def tenant(self, caller: Acting) -> str:
        """The id of the team whose rows the call reads and writes, 32 hexadecimal digits; empty for none.

        May raise ScrubjayError: the call is refused with its words.
        """
        ...


class OwnTeam:
    """The default: the team of the token or of the session, to which the database's row-level security holds."""

    def tenant(self, caller: Acting) -> str:
        """The caller's team."""
        return caller.team

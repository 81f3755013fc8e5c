"""Which records are asked for? By event, actor, resource and day."""

import re

from scrubjay.errors import UsageError
from scrubjay.identity.audit.log import AuditEvent, AuditRecord
from scrubjay.model.frozen import dataclass

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFilters:
    """What the records have in common; an empty filter lets everything through.

    `resource` is the beginning of an id. `since` and `until` are days in UTC (ISO 8601), both included.
    """

    event: str = ""
    actor: str = ""
    resource: str = ""
    since: str = ""
    until: str = ""

    def checked(self) -> "AuditFilters":
        """The same. Raises UsageError for an event that doesn't exist, or a day that is none."""
        if self.event and self.event not in list(AuditEvent):
            raise UsageError(f"event {self.event[:40]!r} is unknown. There are: {', '.join(AuditEvent)}.")
        for name, day in (("since", self.since), ("until", self.until)):
            if day and not _DAY.fullmatch(day):
                raise UsageError(f"{name} {day[:40]!r} is no day. Write it as 2026-03-01.")
        return self

    def hold(self, record: AuditRecord) -> bool:
        """Whether a record passes them."""
        return (
            (not self.event or record.event == self.event)
            and (not self.actor or record.actor == self.actor)
            and record.resource.startswith(self.resource)
            and (not self.since or record.at[:10] >= self.since)
            and (not self.until or record.at[:10] <= self.until)
        )

"""Trust as a person gives it by `settings set`: the line in the user's file, and the record that makes it hold."""

from pathlib import Path

from scrubjay.identity.audit import AuditEvent, AuditWriter
from scrubjay.identity.audit.trusted import SET, resource_of
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.permit import Permit
from scrubjay.storage.database import Database


def trust_scripts(home: Path) -> Path:
    """Let scripts do what only a person may; returns the user's file."""
    file = home / "config.yaml"
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.write_text("trust:\n  scripts: true\n", encoding="utf-8")
    set_by_a_person(home, "trust.scripts")
    return file


def set_by_a_person(home: Path, key: str, value: str = "true", by: Actor = Actor.PERSON) -> None:
    """Record what `settings set` leaves in the audit."""
    trace, resource = Permit(by, "/dev/pts/7").trace, resource_of(key, value)
    (home / "user").mkdir(mode=0o700, exist_ok=True)
    database = Database(home / "user" / "knowledge.db", "knowledge")
    audit = AuditWriter(home / "user" / "audit")
    at = "2026-03-01T12:00:00Z"
    database.write(lambda c: audit.add(c, at, AuditEvent.ACT, "anna", resource, SET, "done", trace))
    database.close()

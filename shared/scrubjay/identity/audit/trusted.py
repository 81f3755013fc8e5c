"""The `trust.*` that hold: what the user's file says and a person set by `settings set`, as their audit log has it."""

from typing import Final

from scrubjay.errors import ScrubjayError
from scrubjay.identity.audit.chain import AuditChain, AuditFilters
from scrubjay.identity.audit.log import AuditEvent
from scrubjay.settings.schema import Settings, TrustSettings
from scrubjay.storage.database import Database

SET: Final = "settings set"
"""The action of a record whose resource is a setting, as `resource_of` writes it."""


def resource_of(key: str, value: str) -> str:
    """How an audit record names a setting and its value."""
    return f"{key}: {value.strip().lower()}"


def with_trust(settings: Settings) -> Settings:
    """The settings, where each kind of trust that no person set is off: a line in the file alone gives none."""
    off = {key.removeprefix("trust."): False for key in untold_trust(settings)}
    return settings.but(trust=settings.trust.but(**off)) if off else settings


def untold_trust(settings: Settings) -> tuple[str, ...]:
    """The keys of trust that the user's file turns on and that no person turned on last."""
    keys = [f"trust.{name}" for name in TrustSettings.fields if getattr(settings.trust, name)]
    file = settings.home / "user" / "knowledge.db"
    if not keys or not file.is_file():
        return tuple(keys)
    database = Database(file, "knowledge")
    try:
        chain = AuditChain(database.read, file.parent / "audit")
        return tuple(key for key in keys if _last_set(chain, key) != resource_of(key, "true"))
    except ScrubjayError:
        return tuple(keys)
    finally:
        database.close()


def _last_set(chain: AuditChain, key: str) -> str:
    """The value that a person last set a key to; empty where none did."""
    filters = AuditFilters(event=AuditEvent.ACT, resource=f"{key}: ")
    records = chain.page(filters, 100).records or tuple(reversed(list(chain.records(filters))))
    acts = (record for record in records if record.action == SET and record.metadata.get("by") == "person")
    return next((record.resource for record in acts), "")

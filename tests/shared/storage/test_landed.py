"""A migration that landed is never edited: databases that ran it would differ from those that run it now."""

import hashlib

from scrubjay.storage.migrate import MIGRATIONS

SEALED = {
    "home/0009_baseline.sql": "e98f171d0630af46",
    "home/0010_left_sessions.sql": "cf94ab529515ea6b",
    "home/0011_refused_source.sql": "d58a689ea6a7eff4",
    "knowledge/0041_baseline.sql": "44fc2f297664c603",
    "knowledge/0042_whose_words.sql": "50e73e45d7ffb62e",
    "knowledge/0043_memory_index.sql": "fbd382339911bccc",
    "knowledge/0044_citation_blob.sql": "389b73adeb715a48",
    "knowledge/0045_model_reading.sql": "113f59e93bf9e831",
    "knowledge/0046_code_index.sql": "a449dffba6162ce0",
    "knowledge/0047_given_vectors.sql": "26d4feecc1e7980d",
    "session/0021_baseline.sql": "168cf6d4a816aebe",
    "session/0022_history_summary.sql": "f24c6325705a3358",
    "session/0023_given_vectors.sql": "26d4feecc1e7980d",
}
"""The first 16 digits of each file's SHA-256. A new migration gets its line here in the commit that brings it."""


def test_a_landed_migration_is_as_it_landed() -> None:
    found = {
        file.relative_to(MIGRATIONS).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()[:16]
        for file in MIGRATIONS.rglob("*.sql")
    }
    assert found == SEALED, (
        "a new file: add its seal to SEALED; another seal than here: restore that file, and write a new migration"
    )

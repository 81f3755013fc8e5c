"""A migration of the team server that landed is never edited: databases that ran it would refuse to start."""

import hashlib
from pathlib import Path

import scrubjay_team.database

SEALED = {
    "0001_people.sql": "50de802d16f162b9",
    "0002_index.sql": "3118c1680d5f6b06",
    "0003_mirrors.sql": "0c39848c01bb8cf8",
    "0004_memories.sql": "bb4345d9040bd15e",
    "0005_queue.sql": "1c385e474322fbed",
    "0006_passage_keys.sql": "57b4ad45632b0824",
    "0007_outbox.sql": "91932df2654d30ef",
    "0008_api.sql": "578d998b0e45f339",
    "0009_leases.sql": "1e206c9f047f47f3",
    "0010_sign_in.sql": "8648081e2b9f26c9",
    "0011_oauth.sql": "0725dae0d99c939c",
    "0012_audit.sql": "13497b96e95b114f",
    "0013_management.sql": "6cc69df2e90d677d",
    "0014_review.sql": "abcfe31f06a3a210",
    "0015_evidence.sql": "3298f6776b9227d0",
    "0016_keys.sql": "1a6cee86a9531dd2",
    "0017_archives.sql": "f45138a575ac4976",
    "0018_by_words.sql": "c7849c6262ce112d",
    "0019_kept.sql": "8f39d539bf573e87",
    "0020_numbers.sql": "bebb0b5bade3d9a7",
}
"""The first 16 digits of each file's SHA-256. A new migration gets its line here in the commit that brings it."""


def test_a_landed_migration_of_the_team_is_as_it_landed() -> None:
    files = (Path(scrubjay_team.database.__file__).parent / "migrations").glob("*.sql")
    found = {file.name: hashlib.sha256(file.read_bytes()).hexdigest()[:16] for file in files}
    assert found == SEALED, (
        "a new file: add its seal to SEALED; another seal than here: restore that file, and write a new migration"
    )

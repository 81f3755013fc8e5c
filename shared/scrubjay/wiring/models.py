"""Makers of what only some processes have: readers by the user's language model, and the observer of a session.

Each is None where the user allows no model, or no session is served; the imports are late, so that only those pay.
"""

from typing import TYPE_CHECKING

from scrubjay.model.clock import Clock
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.context.extraction.reader import ModelReader
    from scrubjay.git.process import Git
    from scrubjay.git.repository import Repository
    from scrubjay.inference.language import Allowance, LanguageModel
    from scrubjay.memory.freshness.model_reading import GroundReader
    from scrubjay.memory.transcript.observer import Observer
    from scrubjay.memory.transcript.session import CallingClient


def allowance(home_database: Database, clock: Clock, user_settings: Settings) -> "Allowance":
    from scrubjay.inference.language import Allowance

    limits = user_settings.extraction
    return Allowance(home_database, clock, limits.daily_tokens, limits.daily_cost, limits.price)


def model_reader(
    language_model: "LanguageModel | None", home_database: Database, clock: Clock, user_settings: Settings
) -> "ModelReader | None":
    if language_model is None:
        return None
    from scrubjay.context.extraction.reader import ModelReader

    return ModelReader(language_model, allowance(home_database, clock, user_settings))


def ground_reader(
    language_model: "LanguageModel | None", home_database: Database, clock: Clock, user_settings: Settings
) -> "GroundReader | None":
    if language_model is None or user_settings.grounding.judge != "model":
        return None
    from scrubjay.memory.freshness.model_reading import GroundReader

    name = user_settings.extraction.model
    return GroundReader(language_model, allowance(home_database, clock, user_settings), name)


def observer(
    client: "CallingClient | None", home_database: Database, clock: Clock, git: "Git", repository: "Repository",
    user_settings: Settings,
) -> "Observer | None":  # fmt: skip
    if client is None:
        return None
    from scrubjay.memory.grounding.likeness import is_same_claim
    from scrubjay.memory.transcript.here import observer_here

    return observer_here(
        home_database=home_database,
        clock=clock,
        git=git,
        repository=repository,
        client=client,
        same=is_same_claim,
        person=user_settings.user_id,
        home=user_settings.home,
    )

"""Makers of readers by the user's language model.

Each is None where the user allows no model; the imports are late, so that only those pay who do.
"""

from typing import TYPE_CHECKING

from scrubjay.model.clock import Clock
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.context.extraction.reader import ModelReader
    from scrubjay.inference.language import Allowance, LanguageModel
    from scrubjay.memory.freshness.model_reading import GroundReader


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

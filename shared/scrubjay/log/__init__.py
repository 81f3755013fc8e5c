"""Diagnostic logging: standard loggers under the modules' names, off unless SCRUBJAY_LOG or --verbose asks for it."""

from scrubjay.log.log import VARIABLE, Log, home_log, level_of, switch_on

__all__ = ["VARIABLE", "Log", "home_log", "level_of", "switch_on"]

"""scrubjay: memory for coding agents, whose every answer carries evidence checked against git."""

__version__ = "0.1.0"

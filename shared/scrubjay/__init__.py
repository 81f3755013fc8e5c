"""scrubjay: memory for coding agents, whose every answer carries evidence checked against git."""

__version__ = "0.1.0"

__all__ = ["AsyncMemory", "ProjectMemory", "__version__", "open_memory"]
"""The public API; type checkers find it in the stub beside this file."""


def __getattr__(name: str) -> object:
    """The API's module is imported when it is first asked for: hooks and servers import nothing of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # by name: import-linter counts what a statement imports as a hook's

    return getattr(import_module("scrubjay.api"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

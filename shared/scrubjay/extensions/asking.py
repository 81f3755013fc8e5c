"""What a function that an extension provides asks for, by the name of its first parameter."""


def asks_for(value: object, name: str) -> bool:
    """Whether something is a function whose first parameter has a name, such as `workspace` for one of ours."""
    code = getattr(value, "__code__", None)
    return code is not None and code.co_varnames[: min(1, code.co_argcount)] == (name,)

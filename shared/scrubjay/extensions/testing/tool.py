"""The suite of tools."""

from inspect import Parameter, signature
from typing import get_type_hints

from scrubjay.extensions.kinds.tool import Tool
from scrubjay.extensions.testing.expecting import expect

TYPES = (str, int, float, bool, tuple[str, ...])
LONGEST_DESCRIPTION = 400


def check_tool(tool: Tool, extension: str) -> None:
    """Its name, its words and its arguments are such as a client can show; `extension` is the name in the manifest."""
    expect(isinstance(tool, Tool), "it is a Tool")
    prefix = f"{extension.replace('-', '_')}_"
    expect(tool.name.isidentifier() and tool.name.startswith(prefix), f"its name begins with {prefix}")
    expect(bool(tool.title) and bool(tool.description), "it has a title and a description")
    expect(len(tool.description) <= LONGEST_DESCRIPTION, f"its description is longer than {LONGEST_DESCRIPTION}")
    expect(not tool.destroys or tool.writes, "what destroys writes")
    first, *others = signature(tool.fn).parameters.values()
    expect(first.name == "host", "its first parameter is host")
    expect(all(one.kind is Parameter.KEYWORD_ONLY for one in others), "its arguments are keyword-only")
    hints = get_type_hints(tool.fn)
    wrong = [one.name for one in others if hints.get(one.name) not in TYPES]
    expect(not wrong, f"arguments are str, int, float, bool or tuples of str: {', '.join(wrong)}")
    names = {one.name for one in others}
    expect(tool.arguments.keys() <= names, "arguments describes what the function takes")
    expect(not names & {"repo", "target"}, "repo and target are the server's")

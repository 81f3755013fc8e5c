"""A group of commands whose usual one needs no word of its own: `scrubjay team token anna` creates a token."""

from typing import Any, ClassVar

from scrubjay.cli.lazy import Group


class UsuallyCreate(Group):
    """Reads `create` where a line names no command of the group."""

    usual: ClassVar[str] = "create"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put `create` before arguments that don't begin with a command of the group."""
        named = not args or args[0] in self.commands or args[0] == "--help"
        return super().parse_args(ctx, args if named else [self.usual, *args])

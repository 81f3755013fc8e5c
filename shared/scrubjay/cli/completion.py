"""Which words does a shell offer after Tab? All commands and options, in a script that starts no Python."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import typer

from scrubjay.cli.commands import COMMANDS
from scrubjay.cli.lazy import application
from scrubjay.cli.output import say

app = application()

Words = dict[tuple[str, ...], list[str]]
"""What may follow a command, named by its words; () is scrubjay itself."""


@app.command()
def completion(
    ctx: typer.Context,
    shell: Annotated[Literal["bash", "zsh", "fish"], typer.Argument(help="bash, zsh or fish.")],
) -> None:
    """Print the script that completes commands and options in your shell.

    bash: scrubjay completion bash > ~/.local/share/bash-completion/completions/scrubjay

    zsh: scrubjay completion zsh > ~/.scrubjay.zsh, and `source ~/.scrubjay.zsh` in .zshrc after compinit

    fish: scrubjay completion fish > ~/.config/fish/completions/scrubjay.fish
    """
    root = ctx.find_root()
    words: Words = {(): _offered(root.command, [command.name for command in COMMANDS])}
    for command in COMMANDS:
        words |= dict(_walk(root.command.get_command(root, command.name), (command.name,)))  # type: ignore[attr-defined]
    say(fish(words) if shell == "fish" else zsh(words) if shell == "zsh" else bash(words))


def bash(words: Words) -> str:
    """The script for bash: the longest command on the line says what may follow; else names of files do."""
    paths = "|".join(f'" {" ".join(path)}"' for path in words if path)
    after = {"".join(f" {word}" for word in path): " ".join(offered) for path, offered in words.items()}
    cases = "\n".join(f'    "{at}") words="{offered}" ;;' for at, offered in after.items())
    return f"""\
# Completes scrubjay. Made by `scrubjay completion`; make it anew after an upgrade.
_scrubjay() {{
  local at="" word words i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="${{COMP_WORDS[i]}}"
    case "$at $word" in
    {paths}) at="$at $word" ;;
    esac
  done
  case "$at" in
{cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _scrubjay scrubjay"""


def zsh(words: Words) -> str:
    """The same for zsh, which reads bash's completions."""
    return f"autoload -U +X bashcompinit && bashcompinit\n{bash(words)}"


def fish(words: Words) -> str:
    """The script for fish: a line for each word."""
    lines = ["# Completes scrubjay. Made by `scrubjay completion`; make it anew after an upgrade."]
    for path, offered in words.items():
        seen = [f"__fish_seen_subcommand_from {word}" for word in path]
        when = "; and ".join(seen) if seen else "__fish_use_subcommand"
        for word in offered:
            how = f"-l {word[2:]}" if word.startswith("--") else f"-f -a {word}"
            lines.append(f"complete -c scrubjay -n '{when}' {how}")
    return "\n".join(lines)


def _walk(command: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    inner = getattr(command, "commands", {})
    usual = inner.get(getattr(command, "usual", ""))  # what the command does when none of those within is named
    yield path, [*_offered(command, list(inner)), *(_offered(usual, []) if usual else ())]
    for name, one in inner.items():
        yield from _walk(one, (*path, name))


def _offered(command: Any, commands: list[str]) -> list[str]:
    flags = [flag for param in command.params for flag in (*param.opts, *param.secondary_opts) if flag.startswith("--")]
    return [*commands, *dict.fromkeys([*flags, "--help"])]

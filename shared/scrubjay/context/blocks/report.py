"""Text form of an assembled context: what is missing, the blocks, and on request a table of tokens and budgets."""

from scrubjay.context.blocks.assembler import AssembledContext
from scrubjay.model.counted import counted
from scrubjay.model.table import Table


def report(context: AssembledContext, first_line: str, *, debug: bool = False) -> str:
    """The tool's answer: first line with the size, what is missing, the text, and with `debug` the table."""
    lines = [f"{first_line} · {context.tokens:,} of {counted(context.budget.total, 'token')} ({encoding_of(context)})"]
    if context.missing:
        lines.append(f"Missing: {'; '.join(context.missing)}.")
    text = "\n".join(lines) + "\n\n" + context.text
    return text + "\n" + table(context) if debug else text


def encoding_of(context: AssembledContext) -> str:
    """The tokenizer's name, and whether its counts are exact."""
    return f"{context.encoding}, exact" if context.exact else "an estimate: this model's tokenizer isn't published"


def table(context: AssembledContext) -> str:
    """Tokens and budget of each block, the reserved tokens, and the warnings."""
    cells = [
        (
            one.type,
            one.tokens,
            one.budget,
            one.share,
            f"{len(one.items) + len(one.points)} of {one.offered}",
            one.omitted,
        )
        for one in context.blocks
    ]
    columns = ("block", "tokens", "budget", "by the table", "items", "left out")
    rows = [*Table(columns, tuple(tuple(map(str, row)) for row in cells)).markdown()]
    budget = context.budget
    rows.append(
        f"Kept free of {budget.window:,}: query {budget.query}, answer {budget.answer}, buffer {budget.buffer}."
    )
    rows += [f"Warning: {warning}." for warning in context.warnings]
    return "\n".join(rows)

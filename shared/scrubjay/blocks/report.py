"""How does an assembled context read? What is missing first, then the blocks; on demand tokens against budget."""

from scrubjay.blocks.assembler import AssembledContext
from scrubjay.model.counted import counted


def report(context: AssembledContext, first_line: str, *, debug: bool = False) -> str:
    """The answer of the tool: where it holds and what it takes, what is missing, the text, and the table on demand."""
    lines = [f"{first_line} · {context.tokens:,} of {counted(context.budget.total, 'token')} ({encoding_of(context)})"]
    if context.missing:
        lines.append(f"Missing: {'; '.join(context.missing)}.")
    shown = "\n".join(lines) + "\n\n" + context.text
    return shown + "\n" + table(context) if debug else shown


def encoding_of(context: AssembledContext) -> str:
    """What counted the tokens, and how true that is."""
    return f"{context.encoding}, exact" if context.exact else "an estimate: this model's tokenizer isn't published"


def table(context: AssembledContext) -> str:
    """Tokens against budget for each block, what is kept free, and the warnings."""
    rows = ["| block | tokens | budget | by the table | items | left out |", "|---|---|---|---|---|---|"]
    for block in context.blocks:
        placed = len(block.items) + len(block.points)
        rows.append(
            f"| {block.type} | {block.tokens} | {block.budget} | {block.share} | {placed} of {block.offered} "
            f"| {block.left_out} |"
        )
    budget = context.budget
    rows.append(
        f"Kept free of {budget.window:,}: query {budget.query}, answer {budget.answer}, buffer {budget.buffer}."
    )
    rows += [f"Warning: {one}." for one in context.warnings]
    return "\n".join(rows)

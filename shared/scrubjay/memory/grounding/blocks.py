"""Blocks of a document: paragraphs, list items, table rows, code, quotations and comments, line by line.

One scanner for Markdown, reStructuredText, AsciiDoc and plain text. Linear in the text; it keeps line numbers.
"""

from collections.abc import Iterator
from enum import StrEnum

from scrubjay.memory.grounding import tables as marks
from scrubjay.model.frozen import dataclass, field


class Form(StrEnum):
    """The forms in which a passage may be written."""

    PARAGRAPH = "paragraph"
    ITEM = "list item"
    TASK = "task"
    ROW = "table row"
    HEADING = "heading"
    CODE = "code"
    COMMENT = "comment"
    QUOTATION = "quotation"
    MESSAGE = "message"


@dataclass(slots=True)
class PassageBlock:
    """A block: its form, its lines (1-based, inclusive) without their markers, its indent and its heading path."""

    form: Form
    first: int
    indent: int
    heading: tuple[str, ...]
    lines: list[str] = field(default_factory=list)

    @property
    def last(self) -> int:
        """The number of the block's last line."""
        return self.first + len(self.lines) - 1

    @property
    def text(self) -> str:
        """The block's words in one line."""
        return " ".join(" ".join(self.lines).split())


_DELIMITED = {"-": Form.CODE, ".": Form.CODE, "+": Form.CODE, "/": Form.COMMENT, "_": Form.QUOTATION, "|": Form.ROW}


def blocks(text: str, format: str) -> Iterator[PassageBlock]:
    """The blocks of a prose document, in order."""
    scanner = _Scanner(format)
    front = marks.FRONT.match(text)
    skipped = front.group().count("\n") if front and format != "kep" else 0
    lines = text.split("\n")
    for number in range(skipped, len(lines)):
        below = lines[number + 1] if number + 1 < len(lines) else ""
        yield from scanner.take(number + 1, lines[number][: marks.LONGEST].expandtabs(4), below)
    yield from scanner.close()


class _Scanner:
    """Reads a document line by line, and puts each line into the block that it belongs to."""

    def __init__(self, format: str) -> None:
        self._format = format
        self._path: list[tuple[int, str]] = []
        self._marks: list[str] = []
        self._open: PassageBlock | None = None
        self._until = ""  # the line that ends a delimited block
        self._inside = Form.CODE
        self._literal = -1  # the indent above a literal block
        self._table = (-1, "")  # the indent above a directive that is a table, and its name
        self._fence = ""  # the line that ends the innermost directive of MyST
        self._asides: list[tuple[int, str]] = []  # callouts and directives by their indent
        self._items: list[int] = []  # indents of the items that are open
        self._blank = True
        self._underline = 0

    def take(self, number: int, line: str, below: str) -> Iterator[PassageBlock]:
        """The blocks that end with a line."""
        bare = line.strip()
        if self._until:
            yield from self._delimited(number, line, bare)
            return
        if number == self._underline:
            return
        if not bare:
            yield from self.close()
            self._blank = True
            return
        indent = len(line) - len(line.lstrip())
        if self._literal >= 0 and indent > self._literal:
            yield from self._add(number, Form.CODE, indent, line)
            return
        if self._table[1] and indent > self._table[0]:
            yield from self._row(number, bare, indent)
            return
        self._literal, self._table = -1, (-1, "")
        while self._asides and self._ends(self._asides[-1][0], bare, indent):
            self._asides.pop()
        if self._shuts(bare) or self._opens(bare, below):
            yield from self.close()
            return
        if fenced := marks.FENCED.match(bare):
            yield from self.close()
            self._fence = fenced[1]
            yield from self._open_directive(number, marks.SHUT, indent, fenced[2].lower(), fenced[3] or "")
            return
        if level := self._heading(number, line, bare, below):
            yield from self.close()
            title = bare.strip("#= ").strip() if level[1] else bare
            self._path = [heading for heading in self._path if heading[0] < level[0]] + [(level[0], title)]
            self._items, self._asides = [], []
            yield PassageBlock(Form.HEADING, number, 0, tuple(name for _, name in self._path[:-1]), [title])
            self._blank = True
            return
        yield from self._content(number, line, bare, indent, below)

    def close(self) -> Iterator[PassageBlock]:
        """End the open block, if there is one, and yield it."""
        if self._open is not None:
            yield self._open
            if self._open.lines[-1].endswith("::") and self._open.form in (Form.PARAGRAPH, Form.ITEM):
                self._literal = self._open.indent
        self._open = None

    def _delimited(self, number: int, line: str, bare: str) -> Iterator[PassageBlock]:
        """Take a line within a delimited block; yields the block if the line ends it."""
        if self._until in bare if (within := self._until in marks.TAGS.values()) else bare.startswith(self._until):
            if within and self._open is not None:
                self._open.lines.append(line)
            self._until = ""
            yield from self.close()
        elif self._inside in (Form.ROW, Form.QUOTATION) and not bare:
            yield from self.close()
        else:
            yield from self._add(number, self._inside, 0, line, joins=self._inside is not Form.ROW)

    def _ends(self, aside: int, bare: str, indent: int) -> bool:
        """Whether a line ends the innermost callout or directive."""
        if aside == marks.QUOTED:
            return not bare.startswith(">")
        if aside == marks.BOXED:
            return bare.startswith(marks.BOX_ENDS)
        return aside != marks.SHUT and indent <= aside

    def _opens(self, bare: str, below: str) -> bool:
        """Whether a line opens a delimited block; if so, it is noted how the block ends."""
        if fenced := marks.FENCED.match(bare):
            if fenced[2].lower() in marks.PROSE:
                return False
            self._until, self._inside = fenced[1], Form.CODE
            return True
        if fence := marks.FENCE.match(bare):
            underlines = self._open is not None and len(set(bare)) == 1 and self._format == "rst"
            if not underlines and not (fence[1][0] == "`" and "`" in bare[len(fence[1]) :]):
                self._until, self._inside = fence[1], Form.CODE
                return True
        if self._format == "asciidoc" and (mark := marks.DELIMITER.match(bare)) and self._open is None:
            self._until, self._inside = bare, _DELIMITED[mark[1] or mark[2]]
            return True
        tag = next((tag for tag in marks.TAGS if bare.startswith(tag)), "")
        if tag:
            self._until = "" if marks.TAGS[tag] in bare else marks.TAGS[tag]
            self._inside = Form.COMMENT if tag == "<!--" else Form.QUOTATION
        return bool(tag)

    def _shuts(self, bare: str) -> bool:
        """Whether a line is the fence that ends the innermost directive."""
        shuts = bool(self._asides) and self._asides[-1][0] == marks.SHUT and bare == self._fence
        if shuts:
            self._asides.pop()
        return shuts

    def _heading(self, number: int, line: str, bare: str, below: str) -> tuple[int, bool] | None:
        """The level of a heading and whether it is marked in its line; None where the line is none."""
        marked = marks.ADOC.match(line) if self._format == "asciidoc" else marks.ATX.match(line)
        if marked and self._format != "rst":
            return len(marked[1]), True
        under = marks.UNDERLINE.match(below)
        long = under is not None and len(below.strip()) >= min(
            len(bare), 3 if self._format == "markdown" else len(bare)
        )
        if under is None or not long or marks.UNDERLINE.match(bare) or line[:1] == " " or marks.ROW.match(bare):
            return None
        if self._format == "markdown" and (under[1] not in "=-" or self._open is not None or marks.ITEM.match(bare)):
            return None
        self._underline = number + 1
        if self._format == "markdown":
            return (1 if under[1] == "=" else 2), False
        if under[1] not in self._marks:
            self._marks.append(under[1])
        return self._marks.index(under[1]) + 1, False

    def _content(self, number: int, line: str, bare: str, indent: int, below: str) -> Iterator[PassageBlock]:
        """Take a line of content, such as prose, an item or a directive; yields the blocks that it ends."""
        marked = not bare[0].isalpha()  # what follows begins with a mark, but for items, rows and code
        directive = marks.DIRECTIVE.match(bare) if marked else None
        box = marks.BOX.match(bare) if marked else None
        callout = marks.CALLOUT.match(bare) if marked else None
        callout = callout or (box if box and box[1].lower() in marks.PROSE else None)
        if opening := directive or callout:
            yield from self.close()
            name = next(filter(None, opening.groups()), "").lower()
            if directive and name not in marks.PROSE:
                self._literal, self._table = (-1, (indent, name)) if name in marks.TABLES else (indent, self._table)
                return
            aside = marks.QUOTED if bare[0] == ">" else marks.BOXED if bare[0] == "<" else indent
            yield from self._open_directive(number, aside, indent, name, directive[2] if directive else "")
            return
        if marked and (summary := marks.SUMMARY.match(bare)):
            yield from self.close()
            self._asides.append((marks.BOXED, marks.without_tags(summary[1])))
        elif marked and (note := marks.FOOTNOTE.match(bare)):
            yield from self.close()
            yield from self._add(number, Form.PARAGRAPH, indent, bare[note.end() :])
        elif (marked or bare.endswith("]")) and marks.is_wordless(bare, self._format):
            yield from self.close()
        elif bare.startswith(".. ") or (self._format == "asciidoc" and bare.startswith("//")):
            yield from self._add(number, Form.COMMENT, indent, bare)
            self._literal = indent if bare.startswith(".. ") else -1
        elif bare.startswith(">"):
            form = Form.PARAGRAPH if self._asides and self._asides[-1][0] == marks.QUOTED else Form.QUOTATION
            if inner := bare.lstrip("> "):
                yield from self._add(number, form, indent, inner)
            else:
                yield from self.close()
        elif (marked and (marks.ROW.match(bare) or marks.BAR.match(bare))) or (
            "|" in bare and (marks.BAR.match(below.strip()) or self._in_table())
        ):
            yield from self._add(number, Form.ROW, indent, bare, joins=False)
        elif (item := self._item(bare, indent)) is not None:
            yield from self.close()
            self._items = [column for column in self._items if column < indent] + [indent]
            task = marks.TASK.match(bare[item:])
            words = bare[item + task.end() :] if task else bare[item:]
            yield from self._add(number, Form.TASK if task else Form.ITEM, indent, words, joins=False)
        elif set_off := self._by_indent(bare, indent):
            yield from self._add(number, set_off, indent, line)
        else:
            yield from self._add(number, Form.PARAGRAPH, indent, bare)

    def _open_directive(self, number: int, aside: int, indent: int, name: str, argument: str) -> Iterator[PassageBlock]:
        """Open a directive whose content is prose; words behind its name are its first paragraph."""
        version, words = argument.partition(" ")[::2] if name.startswith(marks.DATED) else ("", argument)
        self._asides.append((aside, f"{name} {version}".strip()))
        if words:
            yield from self._add(number, Form.PARAGRAPH, max(indent, aside) + 3, words)

    def _row(self, number: int, bare: str, indent: int) -> Iterator[PassageBlock]:
        """Take a line of a directive that is a table."""
        opens = marks.TABLES[self._table[1]].match(bare) is not None
        if not marks.OPTION.match(bare):
            yield from self._add(number, Form.ROW, indent, marks.CELL.sub("| ", bare, count=1), joins=not opens)

    def _in_table(self) -> bool:
        return self._open is not None and self._open.form is Form.ROW

    def _item(self, bare: str, indent: int) -> int | None:
        """Where a list item's words begin; None for a line that begins none, such as a number within a paragraph."""
        mark = marks.ITEM.match(bare)
        if mark is None or (mark[1].startswith(".") and self._format != "asciidoc"):
            return None
        if len(mark[1]) > 1 and mark[1][0] in "-*+•" and self._format != "asciidoc":
            return None
        inside = self._open is not None and self._open.form is Form.PARAGRAPH and mark[1][0] not in "-*+•"
        return None if inside and mark[1] not in ("1.", "1)") else mark.end()

    def _by_indent(self, bare: str, indent: int) -> Form | None:
        """The form of a line below a blank one, by its indent: code or quotation; None if it is prose."""
        if self._open.form not in (Form.CODE, Form.QUOTATION) if self._open is not None else not self._blank:
            return None
        deepest = max((column for column in self._items if column < indent), default=-4)
        if self._format == "rst":
            return Form.QUOTATION if indent and not self._asides and deepest < 0 else None
        aside = self._asides[-1][0] + 4 if self._asides else 0
        tag = bare.startswith("<") and bare.endswith(">")
        markdown = tag or indent >= max(deepest + 8 if deepest >= 0 else 4, aside + 4)
        return Form.CODE if {"markdown": markdown, "asciidoc": indent > 0}.get(self._format) else None

    def _add(self, number: int, form: Form, indent: int, words: str, *, joins: bool = True) -> Iterator[PassageBlock]:
        """Put a line into the open block, or into a new one."""
        lazy = self._open is not None and self._open.form in (Form.ITEM, Form.TASK) and form is Form.PARAGRAPH
        if joins and self._open is not None and (self._open.form is form or lazy):
            self._open.lines.append(words)
            return
        yield from self.close()
        if indent == 0 and form is Form.PARAGRAPH:
            self._items = []
        names = (*(name for _, name in self._path), *(name for _, name in self._asides))
        self._open = PassageBlock(form, number, indent, names, [words])
        self._blank = False

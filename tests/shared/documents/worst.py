"""The texts that cost the parsers most: each pattern fills a size with what nests, never ends, or refers to itself."""

from collections.abc import Callable

Pattern = Callable[[int], str]


def repeated(unit: str) -> Pattern:
    """A unit again and again."""
    return lambda size: unit * (size // len(unit))


def numbered(unit: str) -> Pattern:
    """A unit again and again, each with its number."""
    return lambda size: "".join(unit.replace("#N", f"{n}") for n in range(size // (len(unit) + 3)))


def nested(opens: str, closes: str = "", depth: int = 10**9) -> Pattern:
    """Opened as deep as the size allows, then closed."""

    def fill(size: int) -> str:
        times = min(depth, size // (len(opens) + len(closes)))
        once = opens * times + closes * times
        return once * (size // len(once)) if once else ""

    return fill


def deeper(unit: str, indent: str = "  ", most: int = 2_000) -> Pattern:
    """A line that is indented further each time, and from the left again when that gets too long."""

    def fill(size: int) -> str:
        lines: list[str] = []
        left = size
        while left > 0:
            for level in range(most):
                line = indent * level + unit
                lines.append(line)
                left -= len(line) + 1
                if left <= 0:
                    break
        return "\n".join(lines)

    return fill


MARKDOWN: dict[str, Pattern] = {
    "prose": repeated("The parcel sorter keeps its belt moving, and nobody waits for the letters.\n\n"),
    "short lines": repeated("a\n"),
    "headings": repeated("# a\n"),
    "blockquotes": repeated("> > > > > > > > > > > > > > > > > > > > a\n"),
    "deep blockquotes": repeated(">" * 2_000 + " a\n"),
    "lazy quote": lambda size: "> a\n" + "a\n" * (size // 2),
    "flat list": repeated("- a\n"),
    "deep lists": repeated("- " * 60 + "a\n"),
    "indented lists": deeper("- a", most=200),
    "numbers": repeated("1) a\n"),
    "loose list": repeated("- a\n\n"),
    "lists in quotes": repeated("> - > - > - > - a\n"),
    "tables": repeated("| a | b | c |\n| - | - | - |\n| 1 | 2 | 3 |\n"),
    "one table": lambda size: "|a|b|\n|-|-|\n" + "|1|2|\n" * (size // 6),
    "wide table": lambda size: "|" + "a|" * 4_000 + "\n|" + "-|" * 4_000 + "\n" + "|\n" * (size // 2),
    "almost tables": repeated("a|b\n-|\n"),
    "pipes": repeated("|" * 5_000 + "\n"),
    "open fence": repeated("```\n~~~\n"),
    "fences": repeated("```\na\n```\n"),
    "html": repeated("<div>\n\n"),
    "open html": repeated("<!-- a\n\n<?\n\n<![CDATA[\n\n"),
    "brackets": repeated("[" * 5_000 + "\n"),
    "links": repeated("[a](b) ![c](d)\n"),
    "references": numbered("[a#N]: /b '\n"),
    "emphasis": repeated("*a **b _c __d " * 50 + "\n"),
    "stars in headings": repeated("# " + "*" * 480 + "\n"),
    "brackets in headings": repeated("# " + "[" * 480 + "\n"),
    "setext": repeated("a\n=\n"),
    "open setext": lambda size: "a\n" * (size // 2) + "=",
    "backslashes": repeated("\\" * 200 + "\n"),
    "tabs": repeated("\t- \ta\n"),
    "front matter": lambda size: "---\n" + "a: b\n" * (size // 5) + "---\n",
    "rules": repeated("---\n***\n"),
    "one line": repeated("a"),
    "blank": repeated("\n"),
}

RST: dict[str, Pattern] = {
    "prose": MARKDOWN["prose"],
    "short lines": repeated("a\n\n"),
    "nested lists": deeper("* a\n", most=100),
    "deep quotes": deeper("a\n", indent=" ", most=400),
    "flat list": repeated("* a\n"),
    "fields": numbered(":a#N: b\n"),
    "options": repeated("-a b  c\n"),
    "definitions": repeated("a\n  b\n"),
    "deep definitions": deeper("a", indent=" ", most=400),
    "substitutions": numbered(".. |a#N| replace:: |a#N|\n"),
    "references": numbered("`a#N`_ "),
    "targets": numbered(".. _a#N: b#N_\n"),
    "equal targets": repeated(".. _a: b\n"),
    "footnotes": numbered(".. [#a#N] b\n"),
    "citations": numbered(".. [a#N] b\n"),
    "titles": numbered("a#N\n====\n\n"),
    "deep titles": lambda size: "".join(f"a\n{mark * 4}\n\n" for mark in "=-~^\"'#*+.") * (size // 90),
    "bad titles": repeated("aaaaaaaa\n==\n"),
    "tables": repeated("+-+-+\n|a|b|\n+-+-+\n\n"),
    "one table": lambda size: "+-+\n" + "|a|\n+-+\n" * (size // 8),
    "wide table": lambda size: ("+-" * 2_000 + "+\n" + "|a" * 2_000 + "|\n") * (size // 8_004) + "+-" * 2_000 + "+\n",
    "broken table": repeated("+-+-+\n|a  |\n+ +-+\n"),
    "simple table": lambda size: "= =\n" + "a b\n" * (size // 4) + "= =\n",
    "directives": repeated(".. note:: a\n\n"),
    "nested directives": deeper(".. note::\n", indent="   ", most=100),
    "unknown directives": numbered(".. a#N:: b\n\n"),
    "list tables": lambda size: ".. list-table::\n\n" + "   * - a\n     - b\n" * (size // 18),
    "csv": lambda size: ".. csv-table::\n\n" + "   a,b\n" * (size // 7),
    "line blocks": repeated("| a\n"),
    "stars": repeated("*a **b ``c `d "),
    "inline": repeated("*a* **b** ``c`` `d`_ |e| :f:`g` h_\n\n"),
    "comments": repeated(".. a\n\n   b\n\n"),
    "literal": repeated("a::\n\n  b\n\n"),
    "doctest": repeated(">>> a\nb\n\n"),
    "enumerated": numbered("#N. a\n"),
    "anonymous": repeated("__ a\n"),
    "transitions": repeated("a\n\n----\n\n"),
    "one line": repeated("a"),
}

ASCIIDOC: dict[str, Pattern] = {
    "prose": MARKDOWN["prose"],
    "headings": repeated("= a\n"),
    "blocks": repeated("----\na\n----\n"),
    "open blocks": repeated("====\n****\n____\n"),
    "delimiters": repeated("-" * 190 + "\n"),
    "lists": repeated("***** a\n"),
    "tables": repeated("|===\n|a |b\n|===\n"),
    "almost": repeated("=" * 6 + " " * 900 + "a\n"),
    "short lines": repeated("a\n"),
}

TEXT: dict[str, Pattern] = {
    "prose": MARKDOWN["prose"],
    "short lines": repeated("a\n"),
    "paragraphs": repeated("a\n\n"),
    "underlines": repeated("a\n===\n\n"),
    "only underlines": repeated("===\n"),
    "one line": repeated("a"),
    "words": repeated("word "),
    "sentences": repeated("A word is here. "),
    "stops": repeated(". "),
    "wide characters": repeated("語"),
    "emoji": repeated("🐦"),
}

YAML: dict[str, Pattern] = {
    "nested": nested("[", "]"),
    "nested maps": nested("{a: "),
    "indented": deeper("a:", indent=" ", most=300),
    "anchors": numbered("a#N: &a#N [*a#N, *a#N]\n"),
    "keys": numbered("a#N: b\n"),
    "equal keys": repeated("a: b\n"),
    "sequences": repeated("- - - - a\n"),
    "quotes": repeated("a: 'b\n"),
    "folded": repeated("a: >\n b\n"),
    "complex keys": repeated("? a\n: b\n"),
    "documents": repeated("--- a\n"),
    "tags": repeated("!a !b !c "),
    "flow": repeated("{a: [b, {c: d}]}, "),
}

_BLOCK: dict[str, Pattern] = {
    "brackets": nested("(", ")"),
    "open brackets": repeated("("),
    "braces": nested("{", "}"),
    "open braces": repeated("{"),
    "square": repeated("["),
    "broken": repeated(") } ] ( { [ "),
    "less": repeated("a < b > "),
    "minus": repeated("-"),
    "not": repeated("!"),
    "stars": repeated("*"),
    "chain": repeated("a."),
    "calls": repeated("a(b, "),
    "plus": repeated("a + "),
    "quote": repeated('"'),
    "open string": repeated("'a\n"),
    "comments": repeated("/* a\n"),
    "slashes": repeated("// a\n"),
    "hashes": repeated("# a\n"),
    "words": repeated("a "),
    "lines": repeated("a\n"),
    "semicolons": repeated(";"),
    "if": repeated("if (a) "),
    "else": repeated("if (a) b; else "),
    "ternary": repeated("a ? b : "),
    "arrows": repeated("a => "),
    "lambda": repeated("lambda a: "),
    "generics": repeated("a<"),
    "casts": repeated("(a)"),
    "backslashes": repeated("\\"),
    "templates": repeated("`${"),
    "dollars": repeated("$("),
    "heredoc": repeated("<<A\n"),
    "at": repeated("@a "),
    "not utf-8": repeated("\ufffd"),
    "nul-like": repeated("\x01"),
}

_OWN: dict[str, dict[str, Pattern]] = {
    "python": {
        "functions": numbered("def a#N(b):\n    return b\n\n"),
        "deep": deeper("def a():", indent=" ", most=100),
        "classes": deeper("class A:", indent=" ", most=100),
        "decorators": repeated("@a\n"),
        "f-strings": repeated('f"{'),
    },
    "javascript": {
        "functions": numbered("function a#N(b) { return b }\n"),
        "deep": repeated("function a() {"),
        "jsx": repeated("<a>"),
        "classes": repeated("class A { b() {"),
        "consts": numbered("const a#N = (b) => b;\n"),
    },
    "c": {
        "functions": numbered("int a#N(int b) { return b; }\n"),
        "structs": repeated("struct a {"),
        "pointers": repeated("int *"),
    },
    "rust": {
        "functions": numbered("fn a#N(b: u8) -> u8 { b }\n"),
        "mods": repeated("mod a {"),
        "impl": repeated("impl A {"),
        "raw": repeated('r#"'),
        "comments": repeated("/*"),
    },
    "go": {"functions": numbered("func a#N(b int) int { return b }\n"), "types": numbered("type A#N struct {}\n")},
    "java": {
        "classes": repeated("class A {"),
        "methods": lambda size: "class A {" + "void a() {}\n" * (size // 12) + "}",
    },
    "bash": {"functions": numbered("a#N() { b; }\n"), "deep": repeated("a() {\n"), "case": repeated("case a in b) ")},
    "ruby": {"deep": repeated("module A\n"), "methods": numbered("def a#N; end\n"), "heredocs": repeated("<<A, <<B\n")},
    "php": {
        "open": lambda size: "<?php " + "function a() {" * (size // 14),
        "html": repeated("<a>"),
        "tags": repeated("<?php ?>"),
    },
    "kotlin": {
        "deep": repeated("class A {\n"),
        "functions": numbered("fun a#N(b: Int) = b\n"),
        "strings": repeated('"${'),
    },
    "swift": {
        "deep": repeated("class A {\n"),
        "functions": numbered("func a#N() {}\n"),
        "closures": repeated("a { b in "),
    },
    "scala": {
        "deep": repeated("object A {\n"),
        "functions": numbered("def a#N = 1\n"),
        "braceless": deeper("class A:", most=60),
    },
    "csharp": {
        "deep": repeated("class A {\n"),
        "functions": lambda size: "class A {" + "void a() {}\n" * (size // 12) + "}",
        "if": repeated("#if A\n"),
        "generics": repeated("A<B<"),
    },
    "cpp": {
        "deep": repeated("namespace a {\n"),
        "templates": repeated("template <"),
        "functions": numbered("int a#N() {}\n"),
    },
    "typescript": {
        "types": repeated("type A = B<"),
        "functions": numbered("function a#N(): void {}\n"),
        "unions": repeated("a | "),
    },
    "tsx": {"elements": repeated("<a b={"), "functions": numbered("function a#N() { return <b/> }\n")},
}


def in_front(fill: Pattern) -> Pattern:
    """The same as the front matter of a document."""
    return lambda size: f"---\n{fill(size)}\n---\n"


PATTERNS: dict[str, dict[str, Pattern]] = {
    "markdown": MARKDOWN | {f"yaml {name}": in_front(fill) for name, fill in YAML.items()},
    "rst": RST,
    "asciidoc": ASCIIDOC,
    "text": TEXT,
    "kep": YAML,
} | {f"code:{language}": _BLOCK | own for language, own in _OWN.items()}
"""By format: the document's own text at a size in characters."""

"""What is wrong with the structure of a page? Read without a browser."""

import re
from collections import Counter
from itertools import pairwise

from selectolax.lexbor import LexborHTMLParser, LexborNode

EMOJI = re.compile("[\U0001f000-\U0001faff\ufe0f\u2600-\u27bf]")
HEADINGS = "h1, h2, h3, h4, h5, h6"
INLINE = re.compile(r"^(on|hx-on|data-hx-on)", re.IGNORECASE)
FILES = (".jsonl", ".svg", "/context/text")
UNLABELLED = ("hidden", "submit", "button", "reset")


def complaints(html: str) -> list[str]:
    """What a page should not be."""
    tree = LexborHTMLParser(html)
    every = tree.css("*")
    return [
        *_document(tree, html),
        *_headings(tree),
        *_ids(every),
        *(f"inline {name} on {node.tag}" for node in every for name in node.attributes if INLINE.match(name)),
        *(f"style on {node.tag}" for node in every if "style" in node.attributes),
        *("an inline script" for node in tree.css("script") if not node.attributes.get("src")),
        *("an inline style" for _ in tree.css("style")),
        *_fields(tree),
        *_tables(tree),
        *_links(tree),
    ]


def _document(tree: LexborHTMLParser, html: str) -> list[str]:
    said = []
    if not html.lstrip().lower().startswith("<!doctype html>"):
        said.append("no doctype")
    if not (tree.html or "") or (root := tree.css_first("html")) is None or not root.attributes.get("lang"):
        said.append("no language")
    if len(tree.css("h1")) != 1:
        said.append(f"{len(tree.css('h1'))} h1")
    if len(tree.css("main")) != 1:
        said.append("not one main")
    text = tree.body.text(separator=" ") if tree.body else ""
    said += [f"emoji {found!r}" for found in EMOJI.findall(text)]
    return said


def _headings(tree: LexborHTMLParser) -> list[str]:
    levels = [int(str(node.tag)[1]) for node in tree.css(HEADINGS)]
    steps = pairwise(levels)
    said = [f"h{later} after h{earlier}" for earlier, later in steps if later > earlier + 1]
    return said + ["an empty heading" for node in tree.css(HEADINGS) if not node.text().strip()]


def _ids(every: list[LexborNode]) -> list[str]:
    ids = [str(node.attributes["id"]) for node in every if "id" in node.attributes]
    known = set(ids)
    said = [f"id {id!r} {count} times" for id, count in Counter(ids).items() if count > 1]
    for node in every:
        for name in ("for", "aria-labelledby", "aria-describedby", "aria-controls"):
            named = (node.attributes.get(name) or "").split()
            said += [f"{name} names no id {one!r}" for one in named if one not in known]
    return said


def _fields(tree: LexborHTMLParser) -> list[str]:
    labelled = {node.attributes.get("for") for node in tree.css("label")}
    said = []
    for field in tree.css("input, textarea, select"):
        named = field.attributes
        if named.get("type") in UNLABELLED or named.get("aria-label") or named.get("aria-labelledby"):
            continue
        if named.get("id") not in labelled and not _within(field, "label"):
            said.append(f"no label for {named.get('name') or field.tag}")
    said += ["a button without words" for node in tree.css("button") if not _named(node)]
    forms = tree.css('form[method="post" i]')
    return said + ["a POST form without a token" for form in forms if not form.css('[name="csrf"]')]


def _tables(tree: LexborHTMLParser) -> list[str]:
    heads = tree.css("th")
    said = [f"th without scope: {node.text().strip()[:30]}" for node in heads if not node.attributes.get("scope")]
    for table in tree.css("table"):
        region = table.parent
        named = region.attributes if region is not None else {}
        labelled = named.get("aria-label") or named.get("aria-labelledby")
        if not (table.css_first("caption") or table.attributes.get("aria-label") or labelled):
            said.append("a table without a name")
    return said


def _links(tree: LexborHTMLParser) -> list[str]:
    said = ["a link without words" for node in tree.css("a") if not _named(node)]
    saved = (node.attributes for node in tree.css("a[href]"))
    said += [
        f"htmx would put a file in place: {one['href']}"
        for one in saved
        if str(one["href"]).partition("?")[0].endswith(FILES) and one.get("hx-boost") != "false"
    ]
    for node in tree.css("[href], [src], [action], [formaction]"):
        for name in ("href", "src", "action", "formaction"):
            address = node.attributes.get(name)
            if address and not address.startswith(("/", "#", "?")):
                said.append(f"{name} leads away: {address[:80]}")
    return said


def _within(node: LexborNode, tag: str) -> bool:
    above = node.parent
    while above is not None:
        if above.tag == tag:
            return True
        above = above.parent
    return False


def _named(node: LexborNode) -> bool:
    return bool(node.text().strip() or node.attributes.get("aria-label") or node.css_first("svg title"))

"""A passage says something by a sentence or an explained term, in any script; links, words and values say nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.text.saying import says_something

SAYS = [
    ("markdown", "# 3. Database\n\nUse Postgres."),
    ("markdown", "- Fix a crash at startup (#123)"),
    ("markdown", "| ADR | architecture decision record |"),
    ("markdown", "| `--json` | Print JSON |"),
    (
        "markdown",
        "- [#14](https://x.org/14) Thanks [@ada](https://x.org/ada)! - Bumped what is supported to `^2 || ^3`",
    ),
    ("markdown", "| yarn | `.yvmrc`, `package.json` |"),
    ("markdown", "### `[ENV_VAR]…`\n\nEnvironment variable(s) to set"),
    ("markdown", "# `tool plugins`\n\n- **Aliases**: `p`\n\nManage plugins"),
    ("markdown", "| setting | default |\n|---|---|\n| `timeout` | seconds to wait |"),
    ("markdown", "`max_size`: the largest file that is read"),
    ("markdown", "- [Guide](guide.md): how to begin with it"),
    ("markdown", "See the [guide](x.md) for what comes next."),
    ("markdown", "## Install\n\n```sh\npip install tool\n```"),
    ("markdown", "```yaml\nretries: 3  # how often it is tried again\n```"),
    ("markdown", "It runs on:\n\n- Linux\n- macOS\n- BSD"),
    ("markdown", "```{note}\nKeep the old key until all clients are new.\n```"),
    ("markdown", "  # Whether older ones are deleted.\n  # It keeps one.\n  keep: true\n```"),
    ("markdown", "# Sorts the items by date.\nsort: asc\n```"),
    ("rst", ".. note::\n\n   Keep the old key until all clients are new."),
    ("rst", ".. versionadded:: 2.0 The pool is shared by all threads"),
    ("rst", "Run it like so::\n\n   tool --all"),
    ("rst", ".. option:: --all\n\n   Takes what is hidden, too."),
    ("text", "# how many workers there are\nWORKERS=4"),
    ("rst", "Upgrade packaging to 26.3"),
    ("asciidoc", "== Pools\n\nA pool is shared by all threads."),
    ("markdown", "连接池由所有线程共享。"),
    ("markdown", "接続プールはすべてのスレッドで共有されます"),
    ("markdown", "연결 풀은 모든 스레드가 공유한다."),
    ("markdown", "พูลการเชื่อมต่อใช้ร่วมกันโดยทุกเธรด"),
    ("markdown", "पूल सभी थ्रेड साझा करते हैं।"),
    ("markdown", "يشترك كل الخيوط في المجمع."),
    ("markdown", "Все потоки используют один пул."),
]

SAYS_NOTHING = [
    ("rst", ":orphan:\n\n.. meta::\n  :http-equiv=refresh: 3; url=../pool/\n\nYou are taken to the new page."),
    ("markdown", "# Guides and how to use them"),
    ("rst", "Guides\n======\n\n.. toctree::\n   :maxdepth: 2\n\n   install\n   Getting started with it <start>"),
    ("rst", "pool module\n===========\n\n.. automodule:: tool.pool\n   :members:\n   :undoc-members:"),
    ("rst", ".. _label:\n\nOptions\n*******\n\n.. command-options:: show"),
    ("markdown", "## See also\n\n- [How to install it on Linux](a.md)\n- [What to do with errors of the pool](b.md)"),
    ("markdown", "[a guide to it]: https://example.org/a\n[how it is built]: https://example.org/b"),
    ("markdown", "[![build of the main branch](https://x.org/b.svg)](https://x.org/b) ![a second badge](c.svg)"),
    ("markdown", '<p align="center"><a href="https://x.org">The tool that does all of this</a></p>'),
    ("markdown", "<!--\nThank you for your pull request! Say what it does.\n-->"),
    ("markdown", "---\ntitle: How to install it on Linux\nsidebar_position: 3\n---"),
    ("markdown", "```json\n" + '  "name": "pool",\n' * 20 + "```"),
    (
        "markdown",
        "- [Expert Delphi](https://x.org/a) - Ada M. Lovelace (PDF)\n- [Pools](https://x.org/b) - Grace van Hopper",
    ),
    ("markdown", "- [SOLID](https://x.org) - Саша Беспоясов и Артём Самофалов (INT)"),
    ("rst", 'pool list\n=========\n\n.. tab:: macOS\n\n   .. command-usage:: list "python -m pool"'),
    ("markdown", "- Updated dependencies [[`1f2e3d4`](https://x.org)]:\n  - pool-tools@0.4.0\n  - pool@0.2.3"),
    ("text", "alpha\nbeta\ngamma ray\ndelta\nepsilon\nzeta"),
    ("text", "abs, all, any, bin, bool, chr, dict, dir, divmod, enumerate, eval, exec, filter"),
    ("text", "requests==2.34.2\n    idna==3.18\nrich==14.2.0"),
    ("text", "[pool]\nsize = 4\nhost = localhost\nport = 5432"),
    ("text", "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4" * 4),
    ("text", "!function(e,t){var n=e.x;t.y=function(r){return n[r]}}(window,document);" * 6),
    ("text", "Ada Lovelace\nGrace Hopper\nJohannes van der Waals\nMary Shaw"),
    ("text", " ".join(["aardvark", "abacus", "abandon", "abbey"] * 40)),
    ("markdown", "- [设计文档](a.md)\n- [如何安装这个工具](b.md)"),
    ("text", "数据\n缓存\n线程\n队列"),
]


@pytest.mark.parametrize(("format", "text"), SAYS)
def test_a_sentence_or_an_explained_term_says_something(format: str, text: str) -> None:
    assert says_something(text, format)


@pytest.mark.parametrize(("format", "text"), SAYS_NOTHING)
def test_links_words_and_values_say_nothing(format: str, text: str) -> None:
    assert not says_something(text, format)


def test_a_sentence_above_a_long_list_of_links_is_its_lead() -> None:
    links = "\n".join(f"- [How to do the thing {n}](page{n}.md)" for n in range(20))
    assert not says_something(f"All of these pages exist.\n\n{links}")


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.sampled_from(SAYS_NOTHING), st.sampled_from(SAYS))
def test_what_says_something_still_does_below_a_list_that_does_not(
    silent: tuple[str, str], telling: tuple[str, str]
) -> None:
    _, above = silent
    format, below = telling
    if (
        not below.startswith("- [")
        and "```" not in above + below
        and "---" not in above
        and "::" not in above
        and len(above) < 100
    ):
        assert says_something(f"{above}\n\n{below}", format)


@settings(derandomize=True, deadline=None, max_examples=100)
@given(
    st.text(alphabet="ab .:|-#*`~<>[](){}_=!\n。数", max_size=80),
    st.sampled_from(["markdown", "rst", "text", "asciidoc"]),
)
def test_any_text_is_decided(text: str, format: str) -> None:
    assert says_something(text, format) in (True, False)


@pytest.mark.parametrize("format", ["text", "markdown"])
@pytest.mark.parametrize("heading", ["", "# Release signature\n\n"])
def test_keys_signatures_and_sums_say_nothing(format: str, heading: str) -> None:
    lines = "\n".join("iQEzBAABCAAdFiEE" * 4 for _ in range(6))
    armoured = f"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n{lines}\n=ab3d\n-----END PGP PUBLIC KEY BLOCK-----\n"
    sums = "\n".join(f"{'0a1b2c3d' * 8}  release-tarball-{number}.tar.gz" for number in range(4))
    assert not says_something(f"{heading}{armoured}", format)
    assert not says_something(f"{heading}{sums}", format)

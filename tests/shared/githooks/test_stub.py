"""Where the block goes in a hook, and that it comes out again byte for byte."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.githooks.stub import Caller, installed, render, unfit, with_block, without_block

CALLER = Caller(("/usr/bin/py thon",), Path("/home/a'b"))
TEMPLATE = "# >>> scrubjay {origin}\n{start} {home} {event}\n# <<< scrubjay <<<\n"
ADDED = render(TEMPLATE, CALLER, "post-commit", own_file=False)
OWN = render(TEMPLATE, CALLER, "post-commit", own_file=True)

lines = st.lists(
    st.sampled_from([b"", b"exit 0", b"\xff\xfe", b"# >>> other", b"exec x", b"\t", b"echo a\r"]), max_size=6
)


@given(lines, st.sampled_from([b"", b"\n", b"\n\n"]))
@settings(max_examples=60, derandomize=True, deadline=None)
def test_a_hook_comes_back_byte_for_byte(body: list[bytes], tail: bytes) -> None:
    before = b"\n".join([b"#!/bin/bash", *body]) + tail
    after = with_block(before, ADDED, OWN)
    assert installed(after) == ADDED
    assert with_block(after, ADDED, OWN) == after
    assert without_block(after) == before


def test_a_file_of_ours_is_deleted_and_one_that_was_added_to_keeps_the_additions() -> None:
    made = with_block(None, ADDED, OWN)
    assert without_block(made) is None
    assert without_block(made + b"echo mine\n") == b"#!/bin/sh\necho mine\n"


def test_a_users_empty_hook_is_not_taken_for_ours() -> None:
    assert without_block(with_block(b"#!/bin/sh\n", ADDED, OWN)) == b"#!/bin/sh\n"


def test_another_python_replaces_the_block_in_place() -> None:
    before = b"#!/bin/sh\necho a\nexit 3"
    other = ADDED.replace(b"thon", b"thon3")
    assert without_block(with_block(with_block(before, ADDED, OWN), other, OWN)) == before


def test_the_block_stands_before_anything_that_could_end_the_hook() -> None:
    after = with_block(b"#!/bin/sh\nexit 0\n", ADDED, OWN)
    assert after.index(b"scrubjay") < after.index(b"exit 0")


@pytest.mark.parametrize(
    ("hook", "why"),
    [
        (b"#!/bin/sh\n", ""),
        (b"#! /usr/bin/env -S bash -eu\n", ""),
        (b"#!/usr/bin/env zsh", ""),
        (b"#!/usr/bin/env python3\n", "python3"),
        (b"#!/usr/bin/fish\n", "fish"),
        (b"echo no first line\n", "first line"),
        (b"\x7fELF\x02\x00", "first line"),
        (b"#!/bin/sh\n\0\0", "first line"),
        (b"#!/bin/sh\r\n", "Windows"),
        (b"#!\n", "nothing"),
        (b"#!/bin/sh\n# >>> scrubjay (added)\nhalf\n", "damaged"),
    ],
)
def test_only_shell_hooks_that_are_whole_are_written_to(hook: bytes, why: str) -> None:
    assert why in unfit(hook)
    assert bool(why) == bool(unfit(hook))


def test_paths_are_quoted_for_the_shell() -> None:
    assert b"'/usr/bin/py thon' '/home/a'\"'\"'b' post-commit" in ADDED

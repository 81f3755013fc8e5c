"""Lines that no client should send: bytes, broken JSON, and messages in which anything stands anywhere."""

import json

from hypothesis import strategies as st

_SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.floats(), st.text(max_size=6),
    st.sampled_from(["\ud800", "\u202e", "\x1b[2J", "\U000e0041", "tools/list", "2.0", 10**40]),
)  # fmt: skip
VALUES = st.recursive(
    _SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
METHODS = st.sampled_from(["tools/list", "tools/call", "ping", "prompts/get", "resources/read", "no/such", "\ud800"])
MESSAGES = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | st.just("2.0") | _SCALARS,
        "id": st.integers(1, 99) | st.text(min_size=1, max_size=5) | _SCALARS,
        "method": METHODS | METHODS | VALUES,
        "params": st.dictionaries(st.sampled_from(["name", "arguments", "uri", "_meta", "x"]), VALUES) | VALUES,
    },
)  # fmt: skip
_AS_JSON = MESSAGES.map(lambda value: json.dumps(value).encode())
_BROKEN = st.tuples(_AS_JSON, st.integers(0, 80)).map(lambda given: given[0][: given[1]])
_BATCHES = st.lists(MESSAGES | VALUES, max_size=3).map(lambda value: json.dumps(value).encode())

LINES = st.one_of(st.binary(max_size=60), _AS_JSON, _AS_JSON, _BROKEN, _BATCHES).map(
    lambda line: line.replace(b"\n", b" ")
)

"""Scripts without spaces are looked up by pairs, words with marks whole; all else stays as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.storage.driver import Connection, connect
from scrubjay.text.scripts import (
    between,
    folded_text,
    is_beginning,
    pairs,
    pairs_as_words,
    runs,
    spaced_runs,
    stored,
    stored_phrase,
    stored_word,
)

SCRIPTS = st.text(st.sampled_from("数据库迁移のデータ가나다라กขคง้ีะेडटबสำរខ្ម abc,。.-ｶﾞＡ"), max_size=40)

TEXTS = {
    "Han": ("生产环境的数据库迁移必须在凌晨两点之后执行", "数据库迁移"),
    "Kana": ("キャッシュは三十分で失効する。再試行は指数バックオフを使う。", "指数バックオフ"),
    "Hangul": ("데이터베이스를 백업한 뒤에 배포합니다", "데이터베이스"),
    "Thai": ("สำรองข้อมูลทุกคืนเวลาตีสาม", "ข้อมูลทุกคืน"),
    "Lao": ("ສຳຮອງຂໍ້ມູນທຸກຄືນ", "ຂໍ້ມູນ"),
    "Khmer": ("បម្រុងទុកទិន្នន័យរៀងរាល់យប់", "ទិន្នន័យ"),
    "Devanagari": ("डेटाबेस का बैकअप हर रात", "बैकअप"),
    "half-width Kana": ("ｷｬｯｼｭの方針", "キャッシュ"),
    "Arabic with vowel points": ("يَكْتُبُ المُطَوِّرُ", "المطور"),
    "Latin within Han": ("使用Redis缓存数据", "redis"),
}


@pytest.fixture
def page() -> Connection:
    connection = connect(":memory:")
    connection.execute(
        "CREATE VIRTUAL TABLE page USING fts5 "
        "(body, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2')"
    )
    return connection


def found(page: Connection, text: str, phrase: str) -> bool:
    page.execute("DELETE FROM page")
    page.execute("INSERT INTO page (rowid, body) VALUES (1, ?)", (stored(text),))
    quoted = '"' + phrase.replace('"', '""') + '"'
    return page.execute("SELECT count(*) FROM page WHERE page MATCH ?", (quoted,)).fetchone()[0] == 1


@pytest.mark.parametrize("script", TEXTS)
def test_a_text_is_found_by_words_within_it(page: Connection, script: str) -> None:
    text, word = TEXTS[script]
    assert found(page, text, stored_phrase(word))
    assert not found(page, text, stored_phrase(word + word))


@given(text=SCRIPTS, start=st.integers(0, 40), end=st.integers(0, 40))
def test_any_piece_of_a_text_between_two_signs_is_a_phrase_of_it(text: str, start: int, end: int) -> None:
    signs = [sign for run in runs(text) for sign in (run.signs or (run.text,))]
    piece = "".join(signs[start:end])
    short = any(run.signs and is_beginning(run.text) for run in list(runs(piece))[-1:])
    if any(map(str.isalnum, piece)) and not short:
        phrase, tokens = stored_phrase(piece).split(), stored(text).split()
        starts = range(len(tokens) - len(phrase) + 1)
        assert any(tokens[place : place + len(phrase)] == phrase for place in starts), (phrase, tokens)


@given(text=SCRIPTS)
def test_every_pair_of_a_text_is_a_token_of_it(text: str) -> None:
    tokens = set(stored(text).split())
    for run in runs(text):
        assert {stored_word(pair) for pair in pairs(run.signs)} <= tokens


@given(text=st.text(st.characters(max_codepoint=0x2FF)))
def test_latin_text_stays_as_it_is(text: str) -> None:
    assert stored(text) == stored_phrase(text) == between(text) == text
    assert [run.text for run in runs(text)] == [text]


@given(text=st.text(max_size=60))
def test_no_text_is_too_strange(text: str) -> None:
    assert isinstance(stored(text), str)
    assert isinstance(stored_phrase(text), str)
    assert all(run.text for run in runs(text)) or not text


def test_a_sign_alone_is_how_the_tokens_of_longer_runs_begin() -> None:
    assert is_beginning("库")
    assert not is_beginning("数据")
    assert is_beginning("ข้อ")  # two signs of a script of letters, of which three go together
    assert not is_beginning("word")
    assert "库" in stored("数据库").split()


def test_names_are_looked_for_between_the_runs() -> None:
    assert between("重跑gen-itgc后需要检查") == " gen-itgc "


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ADR-3是什么", "ADR-3 是什么 "),
        ("看docs/guide.md。", " 看 docs/guide.md。"),
        ("docs/部署.md", "docs/部署.md"),
        ("部署.md", "部署.md"),
        ("plain text", "plain text"),
    ],
)
def test_runs_stand_apart_unless_a_path_goes_on_there(text: str, told: str) -> None:
    assert spaced_runs(text) == told


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plain words", "plain words"),
        ("Größe é", "Größe é"),
        ("use 数据库 here", "use  数据 据库  here"),
        ("数据库", " 数据 据库 "),
    ],
)
def test_pairs_stand_as_words_where_texts_are_compared(text: str, words: str) -> None:
    assert pairs_as_words(text) == words


def test_texts_are_compared_without_case_and_accents() -> None:
    assert folded_text("ÉTÉ à Łódź") == folded_text("ete a łodz")
    assert folded_text("ete") != folded_text("eta")

"""Bytes become text, whatever they are, with an editor's line numbers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.documents.text import SNIFFED, decode, is_no_text


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"plain\n", "plain\n", "utf-8"),
        ("ä\n".encode(), "ä\n", "utf-8"),
        ("ä".encode("utf-8-sig"), "ä", "utf-8-sig"),
        ("ä\n".encode("utf-16"), "ä\n", "utf-16"),
        (b"caf\xe9", "café", "cp1252"),
        (b"a\r\nb\rc\n", "a\nb\nc\n", "utf-8"),
        ("a\u2028b\x0cc".encode(), "a b c", "utf-8"),
    ],
)
def test_encodings_are_told_by_their_bytes(data: bytes, text: str, encoding: str) -> None:
    found = decode(data)
    assert (found.text, found.encoding, found.binary) == (text, encoding, False)


def test_binary_and_lfs_pointers_are_told() -> None:
    assert decode(b"\x89PNG\0\0\0").binary
    assert decode(b"version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 1\n").lfs_pointer


@settings(derandomize=True, max_examples=200, deadline=None, database=None)
@given(st.binary(max_size=200))
def test_any_bytes_become_text_that_can_be_stored(data: bytes) -> None:
    text = decode(data).text
    text.encode("utf-8")
    assert "\0" not in text
    assert "\r" not in text
    assert len(text.splitlines()) <= text.count("\n") + 1


@pytest.mark.parametrize(
    ("data", "binary"),
    [
        (b"PK\x03\x04\x14\0\xe2\x93", True),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n\x01", True),
        (b"a\0b", False),
        (b"caf\xe9", False),
        ("ä\n".encode("utf-16"), False),
        (b"\0" + b"a" * (SNIFFED - 2) + "ä".encode(), False),
    ],
)
def test_an_archive_is_told_from_text_with_a_stray_nul(data: bytes, binary: bool) -> None:
    assert is_no_text(data) is binary


CHINESE, JAPANESE = "# 标题\n\n苍鹭缓存使用国标编码写入磁盘。", "# 見出し\n\nキャッシュはディスクに書き込まれます。"
KOREAN, RUSSIAN = "# 제목\n\n왜가리 캐시는 디스크에 기록됩니다.", "# Заголовок\n\nКэш пишется на диск, и это медленно."
TRADITIONAL, GREEK = "# 標題\n\n蒼鷺快取寫入磁碟，使用大五碼編碼。", "# Τίτλος\n\nΗ μνήμη γράφεται στον δίσκο."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [(CHINESE, "gbk"), (CHINESE, "gb18030"), (TRADITIONAL, "big5"), (JAPANESE, "shift_jis"), (JAPANESE, "euc_jp"),
     (KOREAN, "euc_kr"), (RUSSIAN, "cp1251"), (RUSSIAN, "koi8_r"), (GREEK, "cp1253")],
)  # fmt: skip
@pytest.mark.parametrize("around", ["", "Some words of English stand before it, as in many documents.\n" * 20])
def test_another_encoding_is_told_by_its_runs(text: str, encoding: str, around: str) -> None:
    assert decode((around + text).encode(encoding)).other_encoding


@pytest.mark.parametrize(
    "text",
    ["Größe, Maße und Öfen: die Übergröße änderte sich; Umlaute sind äöüÄÖÜß.",
     "Créée à l’été, l’œuvre « À côté » fut très aimée — où ? À Noël… elle préférait rêver près de la forêt.",
     "¿Dónde está el niño? Aquí, señor: mañana lloverá.", "Hääyöaie jäääärellä, työmäärä ja näyttää päälle.",
     "Plain words\n——————————————————————\n· · · ········ ™", "Œuvre", "naïve"],
)  # fmt: skip
def test_western_text_is_still_read(text: str) -> None:
    found = decode(text.encode("cp1252"))
    assert (found.text, found.other_encoding) == (text, False)


@pytest.mark.parametrize("text", [CHINESE, RUSSIAN, "Größe und Maß"])
def test_one_broken_byte_does_not_cost_a_text_its_encoding(text: str) -> None:
    assert decode(text.encode() + b"\xff\n").text == f"{text}\ufffd\n"


def test_a_stray_byte_among_plain_words_is_read() -> None:
    assert not decode(b"plain words \x81 and more").other_encoding


def test_french_quotation_marks_with_their_spaces_are_of_a_western_language() -> None:
    text = "Une commande passe de «\xa0créé\xa0» à «\xa0payé\xa0», sinon à «\xa0annulé\xa0». •\xa0\xa0Été\n" * 3
    assert not decode(text.encode("cp1252")).other_encoding


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("A mentések minden éjjel készülnek, és harminc napig őrizzük meg őket, ha az ügyelő kéri.", "cp1250"),
     ("Copiile de siguranţă se fac în fiecare noapte şi sunt păstrate un timp la echipă.", "cp1250"),
     ("Usługa nie jest uruchamiana w nocy, a błędy są wciąż wysyłane do działu przez pocztę.", "cp1250"),
     ("Usługa nie jest uruchamiana w nocy, a błędy są wciąż wysyłane do działu przez pocztę.", "iso8859-2"),
     ("Yedekler her gece alınır ve otuz gün boyunca saklanır. Ayarlar bir dosyadan okunur.", "cp1254")],
)  # fmt: skip
def test_a_language_that_its_commonest_words_tell_is_read_in_its_own_code_page(text: str, encoding: str) -> None:
    found = decode(text.encode(encoding))
    assert (found.text, found.encoding, found.other_encoding) == (text, encoding, False)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("Služba se spouští z příkazové řádky a nastavení se čte ze souboru. Zálohy se uchovávají třicet dní.", "cp1250"),
     ("Kopie zapasowe są tworzone każdej nocy. Błędy wysyłane są pocztą do działu.", "cp1250"),
     ("Die Größe der Übertragung wird geprüft für alle Geräte.", "cp437"),
     ("Die Größe der Übertragung wird geprüft für alle Geräte.", "mac_roman")],
)  # fmt: skip
def test_signs_and_letters_that_no_western_word_has_tell_another_encoding(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)).other_encoding


@pytest.mark.parametrize(
    "text",
    ["Öryggisafrit eru tekin á hverri nóttu og það þarf að ræsa þjónustuna þegar hún er stöðvuð.",
     "Thanks to José Müller, Øystein Åsen, François Lefèvre, João Conceição, Björn Þórðarson, Jürgen Groß, Núñez.",
     "As cópias não são apagadas; a gestão é automática. Ação, pão, português, você.",
     "Varukoopiad tehakse igal ööl. Õigused, võti, jõud, šokolaad.", "Tweeëntwintig ideeën, coördinatie, hè.",
     "5µm ×3 ±2°C ½ cup © 2020 Foo® Bar™ §5 10€ A–B don’t wait…what col·lecció note² m² x²y"],
)  # fmt: skip
def test_languages_that_cp1252_serves_and_names_of_many_are_read(text: str) -> None:
    found = decode(text.encode("cp1252"))
    assert (found.text, found.encoding, found.other_encoding) == (text, "cp1252", False)


def test_a_text_whose_last_character_is_cut_keeps_its_encoding() -> None:
    assert decode("The café is cut: caf".encode() + b"\xc3").text == "The café is cut: caf\ufffd"


def test_a_long_word_is_told_in_no_time() -> None:
    assert not decode(b"a" * 2_000_000 + b" caf\xe9").other_encoding

"""Words of a prompt lead to memories whatever their endings, and only where there are enough."""

from scrubjay.memory.store.hints import expression, stems


def test_words_agree_whatever_their_ending() -> None:
    assert stems("drops dropping dropped connections") == stems("drop dropp connection") | stems("dropp")


def test_a_prompt_is_looked_up_by_its_longest_words() -> None:
    assert expression("Why does the staging broker drop it?") == '"staging" OR "broker" OR "drop"'


def test_a_prompt_of_one_word_is_about_nothing() -> None:
    assert expression("broker, broker!") == ""

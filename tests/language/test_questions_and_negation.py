"""Questions and negation, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.language import asks_when, is_negated, is_question, only_asks, strip_negation

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=120)

QUESTIONS = """
What is a neuron?
what is a neuron
who invented the telephone
which cell transmits signals
How neurons work
how do neurons work
How many cells are there
is Paris the capital of France
Is it true that Paris is a city
When did it start
where is the cat
what's new
isn't it nice
Do neurons fire
Can you swim
can the cat swim
Has Anna arrived
does Anna eat meat
You are here?
Really?!
She asked "why?"
Anything (at all?)
Что такое нейрон?
что такое нейрон
А где он живёт
Правда ли, что нейрон — мышца
верно ли это
в чём разница
Как работает нейрон
Сколько стоит хлеб
Можно ли курить
Есть ли у тебя кот
Ты дома?
Неужели он ушёл
Разве это не клетка
""".strip().splitlines()

NOT_QUESTIONS = """
Tell me about neurons
tell me about neurons?
Please tell me more about Paris
Расскажи о нейронах
Расскажите про мозг
Нейрон — это клетка
A neuron is a cell
Have a nice day
Do the dishes
Do not touch it
Don't touch it
Will Smith is an actor
May 5 is a holiday
When I was young I lived there
What a day!
What I love is the taste
Which means we lost
How are you? I went home.
Когда я был маленьким, мы жили там
Как известно, нейрон — клетка
Какая красота!
Кто-то пришёл
Как-то раз мы пошли в лес
Не знаю, придёт ли он
Что касается погоды, дождь
""".strip().splitlines()


@pytest.mark.parametrize("text", QUESTIONS)
def test_questions(text):
    assert is_question(text)


@pytest.mark.parametrize("text", [*NOT_QUESTIONS, "", "   ", "."])
def test_not_questions(text):
    assert not is_question(text)


@pytest.mark.parametrize(
    ("text", "positive"),
    [
        ("Paris isn't a city", "Paris is a city"),
        ("Paris is not a city", "Paris is a city"),
        ("It’s no longer here", "It’s here"),
        ("I do not like tea", "I like tea"),
        ("I don't like tea", "I like tea"),
        ("I can't swim", "I can swim"),
        ("You cannot go", "You can go"),
        ("It won't go", "It will go"),
        ("I never drink", "I drink"),
        ("Нельзя курить", "можно курить"),
        ("Неверно, что нейрон — мышца", "нейрон — мышца"),
        ("Это вовсе не мышца", "Это мышца"),
        ("Он никогда не был там", "Он был там"),
        ("Нейрон — не мышца", "Нейрон — мышца"),
        ("У меня нет собаки", "У меня собаки"),
    ],
)
def test_denials_and_their_positive_form(text, positive):
    assert is_negated(text)
    assert strip_negation(text) == positive


@pytest.mark.parametrize(
    "text",
    [
        "Paris is a city",
        "not only a cell but a network",
        "не только клетка",
        "не просто клетка",
        "No. 5 is here",
        "No, it is a cell",
        "Нет, это клетка",
        "no doubt it is a cell",
        "Я не могу не согласиться",
        "knot and notion",
        "знание, небо, нить",
        "",
    ],
)
def test_what_looks_like_a_denial(text):
    assert not is_negated(text)
    assert strip_negation(text) == text


@given(ANY_TEXT)
def test_nothing_fails_on_any_text(text):
    assert is_question(text) in (True, False)
    assert is_negated(text) in (True, False)
    assert isinstance(strip_negation(text), str)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("unit", ["не ", "do not ", "n't", "?", "! ", "no", " ", "what is "])
def test_time_grows_with_length_only(unit):
    text = unit * (2_000_000 // len(unit))
    is_question(text)
    strip_negation(text)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("When did Ann leave?", True),
        ("Since when do you smoke?", True),
        ("What year was it?", True),
        ("How long ago did he come?", True),
        ("Когда Анна уехала?", True),
        ("В каком году построили мост?", True),
        ("Какого числа экзамен?", True),
        ("Как давно ты тут?", True),
        ("What did Ann do when she left?", False),
        ("How long is the bridge?", False),
        ("Что сделала Анна, когда уехала?", False),
        ("", False),
    ],
)
def test_questions_about_time(question: str, wanted: bool) -> None:
    assert asks_when(question) is wanted


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Where do otters live?", True),
        ("Wow, great! Where was it?", True),
        ("Do you know where it is?", True),
        ("I wonder if it rains", True),
        ("If you go to Paris in May, will you visit Ann?", True),
        ("Подскажи, где зимуют выдры", True),
        ("Подскажите, пожалуйста, где выход", True),
        ("Не знаешь, где ключи", True),
        ("Otters live near the stream. Have you seen them?", False),
        ("I won a teddy bear at the fair, can you believe it?", False),
        ("Выдры зимуют у тёплых ручьёв. Ты их видел?", False),
        ("Мы купили дом у озера, представляешь?", False),
        ("A neuron is a cell", False),
        ("Tell me about cats", False),
        ("The manual is at https://example.org/manual?page=2", False),
        ("Она спросила: «Где ты был вчера?» Я промолчал и ушёл.", False),
        ("Nice!", False),
        ("", False),
    ],
)
def test_what_only_asks(text: str, asks: bool) -> None:
    assert only_asks(text) is asks


@given(ANY_TEXT)
def test_only_asking_is_decided_for_any_text(text: str) -> None:
    assert only_asks(text) in (True, False)

"""What looks like a statement and is none."""

from __future__ import annotations

import pytest

from brain.language import extract_facts

TALK = """
См. http://example.org/page
Встреча в 12:30
Рейс: 10:45
e.g.: this one
What is a neuron?
Что такое нейрон?
He said: hello is fine
Учитель сказал: нейрон — это клетка
Мама мыла раму - вчера
C:\\Users\\x
https://a.b/c: x is y
It is raining
It's a dog
This is it
There is a problem
I am tired
We are a team
Anna and I are friends
Everyone was a winner
Он был врачом
Она была рада
Я это знаю
Это клетка
Я думаю, что нейрон — клетка
Hey Mel! It's so good to see you
That's awesome, Caroline
My kids are so excited
The show was amazing
The food was delicious
The kids are at school
The trip was last weekend
The dog is Caroline's
I love it: great
Caroline: I went to the store
Caroline: Great idea, thanks.
Мария: какой ужас!
Мама: купи хлеб
Пришла весна — запели птицы
Мы пошли гулять — было весело
— Привет, сказал он
В комнате — кошка
Вчера был дождь
Концерт был в среду
Встреча была вечером
Магазин был открыт
Ребёнок был маленьким
Маша любит это место
Мама сделала это вчера
Почему это важно
Как работает — загадка
Luckily Paris was a city
Yesterday was a good day
Next week is a holiday
Bob is going home
Bob is doing homework
Paris is located in France
Anna is very happy
нейрон — не только клетка
Paris is not only a city
Купи молоко: два литра
Купить хлеб — задача
TODO: fix the bug
Update: the meeting moved to Monday
Error: file not found
Step 1: open the door
In the room is a cat
Tell me about Paris
Расскажи о нейронах
Is Paris a city
Monday – Friday
Moscow – Paris
9:00 – 18:00
Anna said Paris is a city
The man I met is a doctor
A friend of mine who sings is a doctor
One of my friends is a doctor
Going to school is a pain
The show was a blast
Спорт это здорово
Курить это плохо
Great trip — we loved it
The cat sat on the mat - happily
Работа закончена — отдыхаем
Любовь — это когда хорошо
The long and very winding old road home is a mess
Кофе вызывает
Гиппокамп входит в
Smoking causes.
Smoking causes it
key: {"a": 1}
def f(x: int) -> str: return x
x = y: z
INFO 12:30:11 server: started
""".strip().splitlines()


@pytest.mark.parametrize("text", [*TALK, "", "   ", ":", "—", " — ", " это ", " is ", "\x00", "\ud800 is a \ud800"])
def test_talk_states_nothing(text):
    assert extract_facts(text) == []

"""Verbs and states with their polarity: which word stands for which predicate, and which for its opposite."""

from __future__ import annotations

from brain.language._fact_words import CONNECTIVES

__all__ = [
    "AFTER_AUXILIARY",
    "COPULAS",
    "DENIALS",
    "OBJECT_ENDS",
    "PASSED_OVER",
    "REFERENCES",
    "RUSSIAN_DATIVE",
    "SPEAKERS",
    "STATES",
    "VERBS",
    "WHO_DATIVE",
]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _lexicon(lines: str) -> dict[str, tuple[str, bool]]:
    """Read lines "predicate: words / opposite words" into word -> (predicate, is opposite)."""
    lexicon: dict[str, tuple[str, bool]] = {}
    for line in lines.strip().splitlines():
        predicate, _, forms = line.replace("ё", "е").partition(":")
        direct, _, opposite = forms.partition("/")
        lexicon.update({word: (predicate.strip(), False) for word in direct.split()})
        lexicon.update({word: (predicate.strip(), True) for word in opposite.split()})
    return lexicon


VERBS = _lexicon("""
like: like likes liked love loves loved enjoy enjoys enjoyed adore adores adored / hate hates hated dislike dislikes disliked detest detests detested loathe loathes loathed
like: люблю любит любим любят любишь любите любил любила любили обожаю обожает обожают обожал обожала / ненавижу ненавидит ненавидят ненавидел ненавидела ненавидим
have: have has had own owns owned possess possesses /
have: имею имеет имеют имел имела имеем / лишен лишена
want: want wants wanted / refuse refuses refused
want: хочу хочет хотят хотим хотел хотела / отказываюсь отказывается
eat: eat eats ate / avoid avoids avoided
eat: ем ест едят едим ел ела / избегаю избегает избегают
drink: drink drinks drank /
drink: пью пьет пьют пил пила /
use: use uses used /
use: использую использует используют использовал использовала /
speak: speak speaks spoke /
support: support supports supported / oppose opposes opposed
support: поддерживаю поддерживает поддерживают поддержал поддержала / отвергаю отвергает отвергают
trust: trust trusts trusted / distrust distrusts distrusted
trust: доверяю доверяет доверяют /
need: need needs needed /
know: know knows knew /
know: знаю знает знают знал знала /
accept: accept accepts accepted / reject rejects rejected
accept: принял приняла приняли / отклонил отклонила отклонили
win: won / lost
win: выиграл выиграла выиграли / проиграл проиграла проиграли
""")
"""Verb form -> (predicate, whether it states the opposite)."""

RUSSIAN_DATIVE = _lexicon("""
like: нравится нравятся нравился нравилась нравилось нравились /
need: нужен нужна нужно нужны /
""")
"""Predicates whose experiencer stands in the dative: «мне нравится чай»."""

STATES = _lexicon("""
open: open opened / closed shut
open: открыт открыта открыто открыты / закрыт закрыта закрыто закрыты
work: working functional works work worked functioning / broken faulty crashed fails failed
work: работает работают работал работала работало работали исправен исправна исправно исправны / сломан сломана сломано сломаны сломался сломалась сломалось сломались неисправен неисправна неисправно неисправны
alive: alive living / dead
alive: жив жива живо живы / мертв мертва мертво мертвы умер умерла умерло умерли
on: on enabled active running / off disabled inactive stopped
on: включен включена включено включены активен активна активно активны / выключен выключена выключено выключены отключен отключена отключено отключены неактивен неактивна
true: true correct right / false wrong incorrect
true: верно верен верна истинно истинна / неверно неверен неверна ложно ложна
available: available online / unavailable offline
available: доступен доступна доступно доступны / недоступен недоступна недоступно недоступны
safe: safe / dangerous unsafe
safe: безопасен безопасна безопасно безопасны / опасен опасна опасно опасны
full: full / empty
full: полон полна полно полны / пуст пуста пусто пусты
married: married / single unmarried divorced
married: женат замужем / холост разведен разведена
healthy: healthy well / sick ill
healthy: здоров здорова здоровы / болен больна больны
hot: hot / cold
hot: горячий горячая горячее горячие / холодный холодная холодное холодные
good: good great excellent / bad awful terrible
good: хороший хорошая хорошее хорошие / плохой плохая плохое плохие
expensive: expensive / cheap
expensive: дорогой дорогая дорогое дорогие / дешевый дешевая дешевое дешевые
easy: easy simple / hard difficult
easy: легкий легкая легкое легкие простой простая простое простые / сложный сложная сложное сложные трудный трудная трудное трудные
big: big large / small little
big: большой большая большое большие / маленький маленькая маленькое маленькие
fast: fast quick / slow
fast: быстрый быстрая быстрое быстрые / медленный медленная медленное медленные
possible: possible / impossible
possible: возможно возможен возможна / невозможно невозможен невозможна
allowed: allowed permitted legal / forbidden prohibited banned illegal
allowed: разрешен разрешена разрешено разрешены / запрещен запрещена запрещено запрещены
finished: finished done completed complete ready / unfinished incomplete
finished: готов готова готово готовы завершен завершена завершено завершены / незавершен незавершена
happy: happy glad / sad unhappy
happy: рад рада рады счастлив счастлива счастливы / несчастлив несчастлива грустный грустная
""")
"""State -> (predicate, whether it is the opposite)."""

SPEAKERS = _words("i we you я мы ты вы")
"""Who a statement can be about although it names nobody."""

WHO_DATIVE = {
    "мне": "я", "нам": "мы", "тебе": "ты", "вам": "вы", "меня": "я", "нас": "мы", "тебя": "ты", "вас": "вы",
}  # fmt: skip
"""The speakers in the cases that «нравится» and «у ... есть» ask for."""

COPULAS = _words("is are was were am be isnt arent wasnt werent был была было были")

DENIALS = _words("not never no cannot dont doesnt didnt isnt arent wasnt werent cant wont не нет никогда")

PASSED_OVER = _words("""
do does did can could will would have has really absolutely truly always also still just now currently longer ever
very so quite too totally completely already today again simply actually definitely often usually
очень сильно всегда тоже сейчас уже еще просто действительно совсем вовсе больше по-прежнему правда часто обычно
теперь сегодня так
""")
"""Auxiliaries and adverbs that change neither who nor what."""

OBJECT_ENDS = CONNECTIVES | _words("""
very much really too lot anymore all there here today now очень сильно сейчас теперь больше
""")
"""Words that follow an object and are no part of it."""

REFERENCES = _words("it this that these those them him her me us you его ее их это этот эту тебя вас меня")
"""Objects that only the situation explains."""

AFTER_AUXILIARY = _words("to been had seen done gone got never not just")
"""Words after which "have" means no possession."""

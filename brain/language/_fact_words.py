"""Words by which `facts` tells a statement about a concept from talk; all folded, Russian and English."""

from __future__ import annotations

__all__ = [
    "ABBREVIATIONS",
    "ADVERBS",
    "COMMANDS",
    "CONNECTIVES",
    "EMPTY_SUBJECTS",
    "ENDINGS_OF_NOUNS",
    "FILLERS",
    "LABELS",
    "NOUNS_LIKE_VERBS",
    "NO_DESCRIPTION",
    "NO_SUBJECT_START",
    "POINTERS",
    "PREPOSITIONS",
    "QUALITIES",
    "VERBS",
]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.replace("ё", "е").split())


_PRONOUNS = """
i me you he him she her it we us they them this that these those there here one ones who what which whose
something anything everything nothing someone anyone everyone nobody everybody somebody none all both
most some many few several each every either neither another such much more other others
i'm it's he's she's that's there's what's who's you're we're they're i've
я ты он она оно мы вы они меня тебя его ее нас вас их мне тебе ему ей нам вам им мной тобой нами вами ими
это этот эта эти тот та то те там тут здесь вот кто что который какой чей сам сама сами
все всё весь вся некто нечто никто ничто кто-то что-то кое-что каждый каждая каждое многие некоторые другие
другой один одна одно такой такая такие так его-то оба обе
"""

ADVERBS = _words("""
not so very really quite too just also still already always never often sometimes usually probably maybe perhaps
now today tomorrow yesterday tonight soon later then again almost only even well much far away back home
ever once twice here there everywhere somewhere nowhere therefore thus hence however meanwhile instead
totally absolutely pretty kinda rather super all up down out off over about around due able unable likely unlikely
очень так уже еще ещё сейчас теперь сегодня завтра вчера скоро потом тогда снова опять почти только даже
всегда никогда часто иногда обычно наверное вероятно возможно может конечно просто довольно слишком совсем
вечером утром днем ночью летом зимой осенью весной рядом дома домой здесь там тут далеко близко поздно рано
поэтому значит итак кстати впрочем однако зато наконец быстро медленно хорошо плохо весело грустно
позавчера послезавтра недавно давно здорово круто важно интересно сложно трудно легко красиво страшно вкусно
нормально правильно неправильно смешно скучно полезно вредно опасно дорого прекрасно ужасно замечательно
""")

PREPOSITIONS = _words("""
of in on at by for with about against between into through during before after above below to from under over
near behind beside without within across along around among towards toward upon via per as than like since until
inside outside beyond despite
в во на с со к ко у о об обо от ото до из изо за по под подо над при про через для без между перед около после
среди вместо кроме ради против вокруг внутри
""")

_CONNECTIVES = _words("""
and or but nor if because when while although though unless whereas where why how whether that which who whom
and/or etc until till
и а но да или либо если когда хотя чтобы потому поэтому пока ведь же ли как будто где куда откуда почему зачем
что который которая которое которые раз едва
""")

_MARKERS = """
hey hi hello wow oh ah well yes yeah yep nope no ok okay sure thanks thank please sorry congrats haha lol hmm
bye welcome yay ugh omg honestly actually anyway anyways basically luckily unfortunately fortunately hopefully
first second third firstly secondly finally next last lastly let let's tell say look listen guess remember
think know see note dear btw ps fyi aka ie eg e.g i.e cf vs re todo fixme from to
according based given going having being
привет здравствуйте здравствуй ой ах ух ого да нет ага угу ладно спасибо пожалуйста извини простите пока давай
давайте ну мол дескать словом короче главное важно например смотри слушай скажи знаешь думаю помню
во-первых во-вторых в-третьих кажется по-моему см ср т.е т.к т.д напр ps
можно нужно надо нельзя есть нет хочу хочешь хочет буду будет будем пусть пускай
"""

NO_SUBJECT_START = _words(_PRONOUNS + _MARKERS) | ADVERBS | PREPOSITIONS | _CONNECTIVES
"""Words that begin talk, a reference to something said before, or a clause, but not the name of a concept."""

NO_DESCRIPTION = (
    _words(_PRONOUNS.replace(" one ones", ""))
    | _CONNECTIVES
    | ADVERBS
    | PREPOSITIONS
    | _words("""
hey hi hello wow oh yes yeah no ok okay sure thanks thank please sorry let let's haha lol bye great
going gonna done been being having last next
привет здравствуйте да нет ага ладно спасибо пожалуйста извини простите давай давайте ну ой ах
можно нужно надо нельзя есть был была было были будет будут буду
""")
)
"""Words that a description of a concept does not begin with."""

EMPTY_SUBJECTS = _words("""
time date subject thing things point problem issue question answer reason fact day night morning evening guy guys people kid kids
man woman weather life rest way case result idea truth
error warning info debug update итого ошибка предупреждение
вещь дело проблема вопрос причина факт день ночь утро вечер люди жизнь смысл суть погода время дата тема
""")
"""Words that, alone, name nothing one could look up."""

QUALITIES = _words("""
good bad great nice cool fun fine okay ok awesome amazing awful terrible horrible lovely perfect best worst better
worse happy sad angry sick ill tired hungry thirsty busy free ready late early sure glad proud afraid scared alone
alive dead open closed shut broken lost gone done over married single pregnant asleep awake aware worth
right wrong true false real fake easy hard difficult simple clear important possible impossible necessary useful
big small huge tiny little large long short tall high low fast slow quick hot cold warm wet dry clean dirty
new old young rich poor cheap expensive full empty strong weak safe dangerous healthy beautiful pretty ugly cute
smart stupid clever crazy weird strange funny boring interesting exciting special different same similar
popular famous known common rare tough rough tight loose loud quiet calm kind mean rude sweet delicious tasty
off on available unavailable online offline down up active inactive enabled disabled stable unstable
sunny rainy windy cloudy worried made born built located based called named used found seen
written given taken won sold held sent kept left hidden forbidden stuck torn worn bound
keen fond mad upset lucky crowded here there absent present blessed tight deep wide key main
""")
"""What is said of something without saying what it is."""

VERBS = _words("""
said says say saying ask asks asked told tell tells replied replies wrote writes write thinks think thought thinking
know knows knew believe believes believed feel feels felt guess hope hopes hear heard see saw seen mean means meant
want wants wanted need needs like likes liked love loves loved hate hates hated went go goes gone came come comes
got get gets gave give gives took take takes made make makes did do does done has have had having will would can
could should may might must shall is are was were be been am isn't aren't wasn't weren't don't doesn't didn't
sat stood ran slept bought sold brought met paid sang spoke spent swam taught threw woke wore fell flew drove drew
chose began caught fought forgot grew held won built broke rode stole rang shook sent
called started finished decided seems seemed looks looked turns turned happens happened became become becomes
сказал сказала сказали говорит говорят говорил говорила спросил спросила ответил ответила написал написала пишет
думает думаю думал думала считает считают знает знаю знал знала видел видела вижу помнит хочет хочу хотел хотела
может могут мог могла должен должна должны есть был была было были будет будут стал стала стало стали
любит люблю любил любила идет идут шел шла пришел пришла ушел ушла
""")
"""Verb forms that show, within a would-be subject, that it is a clause."""

NOUNS_LIKE_VERBS = _words("""
тела тело дела дело числа число масла масло села село стекла стекло школа сила скала шкала пчела акула смола зола
игла стрела мыло сало начало крыло горло зеркало одеяло покрывало стойло весло седло сверло жало правило точило
светило чернила акварели модели цели соли роли боли доли недели качели двери метрополи петля земли газели
формула молекула капсула школы клавиатура гитара опухоли пыли мысли отрасли мебели детали медали морали
предел отдел узел угол стол пол футбол материал канал сигнал журнал металл кристалл капитал капилляр портал
персонал потенциал идеал автомобиль стиль руль кабель тополь апрель июль вокзал зал бал шквал интервал минерал
пищевари кремль ноль ангел дьявол символ протокол вентиль пепел котел орел осел козел вол дел тел сел сил школ
чисел интеграл дифференциал процессуал генерал адмирал овал финал сериал квартал генерал арсенал терминал
билет совет ответ цвет свет привет предмет объект кабинет бюджет интернет портрет сюжет планет ракет газет совет
лет бет проект балет буфет букет пакет билет паритет приоритет факультет комитет университет авторитет суверенитет
интеллект менталитет иммунитет нейтралитет кредит дефицит лимит бандит гранит магнит аппетит визит транзит гастрит
бронхит артрит отит щит кит быт вид нефрит графит кульбит сателлит алфавит монолит индивид рахит дендрит
""")
"""Nouns whose endings are those of a verb."""

COMMANDS = _words("""
buy call do don't make take get open close run go stop use check see try add remove set write read send find show
give put keep help create delete install click press fix update wait come bring turn start begin ask answer visit
купи сделай дай иди скажи посмотри позвони приходи напиши возьми открой закрой сходи найди проверь поставь убери
купите сделайте дайте идите скажите посмотрите позвоните приходите напишите возьмите откройте закройте найдите
""")
"""Verbs by which a command begins."""

ENDINGS_OF_NOUNS = _words("""
family assembly italy supply july butterfly emily kelly jelly fly ally reply anomaly monopoly
мать сеть память печать кровать нить рукоять плеть пять шесть степь рать стать знать суть ртуть путь желчь
""")
"""Nouns that look like an English adverb or a Russian infinitive."""

FILLERS = _words("""
bit little lot lots best worst same case way ones thing things blast pleasure shame pity mess ton must while few
""")
"""Words that, after an article, begin no description of a thing."""

POINTERS = _words(_PRONOUNS) | _words(
    "your yours his their theirs our ours its us mine твой твоя твое твои ваш ваша ваше ваши наш наша наше наши"
)
"""Words that refer to what only the speaker's situation tells."""

CONNECTIVES = _CONNECTIVES

LABELS = (
    r"ответ|вывод|факт|определение|примечание|заметка|важно|итог|итак|запомни(?:те)?|помни(?:те)?|знай(?:те)?|напоминание"
    r"|answer|note|fact|definition|conclusion|remember|reminder|important|nb|n\.b\.|info|tip"
)
"""A pattern of what may stand, with a colon, before a statement."""

ABBREVIATIONS = _words("""
e.g i.e etc vs cf mr mrs ms dr prof st jr sr no fig al approx ca inc ltd
т.е т.к т.д т.п т.н т.о см ср напр др пр г гг в вв ул стр рис им проф акад тыс млн млрд руб
""")
"""Words, without the final point, that do not end a sentence."""

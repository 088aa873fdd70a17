"""Stop words: function words of Russian and English. They are left out of ranking, never out of storage."""

from __future__ import annotations

__all__ = ["STOP_WORDS"]

_ENGLISH = """
a an the this that these those such
i me my mine myself you your yours yourself he him his himself she her hers herself it its itself
we us our ours ourselves they them their theirs themselves one ones
who whom whose which what when where why how
am is are was were be been being do does did done doing have has had having
can could will would shall should may might must ought
isnt arent wasnt werent dont doesnt didnt hasnt havent hadnt cant cannot couldnt wont wouldnt shouldnt
aint im ive id youre youve theyre theyve weve
and or but nor if then else so because as than though although while whereas unless until whether
of in on at by for with about against between into through during before after above below to from up down
out off over under upon within without toward towards among via per
again further once here there now just only also too very really quite rather even still yet already
not no any some each every both either neither all most more less much many few other another own same
please tell let get got
"""

_RUSSIAN = """
я меня мне мной ты тебя тебе тобой он его ему им нем она ее ей ею ней оно мы нас нам нами вы вас вам вами
они их ими них себя себе собой мой моя мое мои моего моей моих твой твоя твое твои наш наша наше наши
ваш ваша ваше ваши свой своя свое свои своего своей своих
этот эта это эти этого этой этому этим этих этом тот та то те того той тому тем тех том такой такая такое такие
кто кого кому кем ком что чего чему чем чём какой какая какое какие какого какому каким каких какую
который которая которое которые которого которой которых которым чей чья чье чьи
где куда откуда когда почему зачем отчего как сколько ли разве неужели
быть есть был была было были будет будут буду будем являться является являются
и а но да или либо если то чтобы потому поэтому так также тоже хотя пока ведь же бы б не ни нет
в во на с со к ко у о об обо от ото до из изо за по под подо над при про через для без между перед около после
уже еще даже лишь только очень весь вся все всё всех всем всего всей сам сама само сами
там тут здесь вот вон ну раз тогда теперь сейчас можно надо нужно
расскажи скажи пожалуйста такое
"""

STOP_WORDS: dict[str, frozenset[str]] = {
    "english": frozenset(_ENGLISH.split()),
    "russian": frozenset(_RUSSIAN.replace("ё", "е").split()),
}
"""By language, folded tokens (as `tokenize` gives them) that carry no topic of their own."""

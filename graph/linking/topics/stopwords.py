"""Words that say nothing about a topic, as stems: a small list of our own making."""

from __future__ import annotations

import snowballstemmer

__all__ = ["STOPWORDS"]

_WORDS = {
    "english": """
    a about after all also although always am among an and another any are as at be because been
    before being best better between both but by can could did do does doing done during each etc
    even ever every few for from further get getting give given go going good great had has have
    having he her here him his how however i if in into is it its just know known let like lot made
    make makes making many may me might more most much must my need needs never new no not now of
    off often on once one only onto or other our out over own part per possible quite rather really
    same see several shall she should show shows since so some still such take takes than that the
    their them then there these they thing things this those through thus to together too toward
    two under until up upon us use used uses using very via want was way ways we well were what
    when where whether which while who whole whom whose why will with within without would yes yet
    you your yours
    """,
    "german": """
    aber als am an auch auf aus bei bin bis da damit dann das dass dem den der des die dies diese
    dieser doch durch ein eine einem einen einer eines er es für hat haben ich ihr im in ist ja
    kann kein man mehr mit nach nicht noch nur ob oder ohne sehr sein sich sie sind so über um und
    uns unter vom von vor war warum was wie wir wird zu zum zur
    """,
    "french": """
    au aux avec ce ces cette comme dans de des du elle en est et être il ils je la le les leur mais
    ne nous on ou où par pas plus pour que qui sa sans se ses son sont sur un une vos votre vous
    """,
    "spanish": """
    al como con cómo de del desde el ella en entre es esta este esto la las lo los más no nos o
    para pero por porque que qué se ser si sin sobre son su sus también un una uno y ya
    """,
    "portuguese": """
    ao aos as com como da das de do dos e em entre foi mais mas na nas no nos o os ou para pela
    pelo por que se sem ser seu sua são também um uma você
    """,
    "italian": """
    al alla anche che chi ci come con da dal dalla dei del della di e gli il in la le lo ma nel
    nella non o per più se sono su un una
    """,
    "dutch": """
    aan als bij dat de die dit door een en er het hoe ik in is maar met naar niet of om ook op te
    tot uit van voor wat we wij zijn
    """,
    "russian": """
    а без был бы в вы где для до его если есть и из или их к как когда ли мы на не но о об он от
    по при с со так то у что чтобы это я
    """,
}

STOPWORDS: frozenset[str] = frozenset(
    form
    for language, text in _WORDS.items()
    for word in text.split()
    for form in (word, snowballstemmer.stemmer(language).stemWord(word))
) - {"go", "it", "r", "c"}
"""All languages together. "Go", "IT", "R" and "C" are subjects of talks."""

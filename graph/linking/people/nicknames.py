"""Given names and their everyday short forms, a small table of our own making."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

__all__ = ["nickname_groups", "nickname_words"]

# One group a line; the first word names the group. A short form may stand in several groups.
_GROUPS = """
abigail abby gail
abraham abe
albert al bert bertie
alexander alex alec sasha sascha xander aleksandr alexandr oleksandr alexandre alejandro alessandro
alexandra alex sasha sandra alexa lexi
alexei alexey aleksei alyosha lyosha oleksii oleksiy alexej
alfred alf fred alfie
allison alison ally
amanda mandy
anastasia nastya ana stacy
andrew andy drew andrei andrey andrii andreas andre
angela angie
anna anne ann annie anya hannah
anthony tony antony antonio
antonio tony toni
arthur art
augustine gus august augustin
barbara barb barbie
bartholomew bart
bartlomiej bartek bart
benedict ben
benjamin ben benji benny
bernard bernie
bradley brad
calvin cal
cameron cam
carolyn caroline carol carrie
catherine cathy kate katie cat katherine kathryn kathy katharine kat katerina ekaterina katya
charles charlie chuck chas
christina chris tina christine kristina christiane kristin
christian chris
christopher chris topher kit kristopher christoph krzysztof
clifford cliff
constantine kostas konstantin kostya costas
cynthia cindy
daniel dan danny dani daniil
daniela dani daniella
david dave davey
deborah deb debbie debra
dennis denny denis
dmitry dima dmitri dmitrii dmytro
donald don donny
dorothy dot dottie
douglas doug
edmund ed eddie ned
eduardo edu ed
edward ed eddie ted ned eduard
eleanor ellie nell
elizabeth liz beth lizzie eliza betty elisabeth lisa libby
emanuel manny manuel emmanuel
emily em emmy
emilia emi
eugene gene evgeny yevgeny evgeniy evgenii zhenya
evelyn evie
ferdinand ferdi
florian flo
frances fran francie
francesca fran
francis frank fran
francisco paco pancho fran
franklin frank
frederick fred freddie rick frederic fredrick friedrich
gabriel gabe
gabriela gabi gabriella gaby
geoffrey geoff jeff jeffrey
george georgie jorge georg
gerald gerry jerry
gerard gerry
gilbert gil
gregory greg gregg grigory grigori grisha grigoriy
guillermo memo
gustavo gus
harold hal harry
henry hank harry henri
herbert herb bert
howard howie
ignacio nacho
igor ihor
isaac ike zac
isabel izzy isabella bella
jacob jake jakob jakub kuba
jacqueline jackie
james jim jimmy jamie
jan honza
janet jan
jason jay
jeffrey jeff geoff
jennifer jen jenny jenn
jeremy jerry jem
jerome jerry
jessica jess jessie
joanna jo joan joanne asia
john jack johnny jon
jonathan jon john jonny johnathan
jose pepe
joseph joe joey jos josef
josephine jo josie
joshua josh
juan juanjo juancho
judith judy
julia julie jules
julian jules
karolina karo
kenneth ken kenny
kimberly kim
krzysztof kris
lawrence larry laurence lorenzo laurie
leonard len leo lenny
leonardo leo
leopold leo
leslie les
lillian lily
louis lou louie lewis luis
lucas luke luca lukas
ludwig lutz
madeleine maddie madeline
magdalena magda lena
malgorzata gosia
malcolm mal
manuel manu manolo manny
marcus marc mark markus
margaret maggie meg peggy greta marge rita
maria mary masha mari
marjorie marge
martin marty
martina tina
mary molly polly
mathias matthias matt mat
matthew matt mathew matty mateusz matteo
maurice mo
maximilian max
maxim max maksim maxime maksym
megan meg
melissa mel missy
melvin mel
michael mike mick mikey micky mikhail misha michal michel mischa mihail mykhailo
michelle shelly
miguel mike
miroslav mirek
mitchell mitch
mohammed mohamed muhammad mohammad mo mohamad mohd
nathaniel nat nate nathan
natalia natasha natalie nat nataliya nathalie
nicholas nick nico nicolas nikolas nicky niko
nicole nikki nicky
nikita nik
nikolai nick kolya nikolay mykola
olga olya
oliver ollie oli
pamela pam
patricia pat patty trish tricia
patrick pat paddy
paul pavel pawel pasha paulo pablo
penelope penny
peter pete petr pyotr piotr pedro
philip phil phillip philipp felipe
rachel rach
ramon ray moncho
randall randy
raphael rafael rafa raf
raymond ray
rebecca becky becca
reginald reg reggie
ricardo rick ricky
richard rick dick rich ricky richie richi
robert rob bob bobby robbie bert roberto
roderick rod
rodrigo rod
roger rog
roland rolly
ronald ron ronnie
rosemary rose rosie
rudolph rudy rudolf
russell russ
samantha sam
samuel sam sammy
sandra sandy
santiago santi
sarah sara sally
sebastian seb bas basti sebastien
sergey sergei serge sergii serhii serg sergio
sharon shaz
sidney sid sydney
silvia syl
solomon sol
sophia sophie sofia sofie
stanley stan
stanislav stan stas
stephanie steph stefanie
stephen steve steven stefan stephan stevie
susan sue suzy suzanne susanna
svetlana sveta
sylvester sly
tatiana tanya tania tatyana
terence terry terrence
theodore ted theo teddy fedor fyodor
theresa tess terry teresa tessa
thomas tom tommy tomas tomasz
timothy tim timmy timothee
tobias toby tobi
valentin val
valeria lera val valerie
vanessa nessa
victor vic viktor vitya
victoria vicky vika tori viktoria
vincent vince vinny vincenzo
vladimir vlad volodya volodymyr vladislav
vladislav vlad slava
vyacheslav slava
walter walt wally
wilhelm will willi
william will bill billy liam willy
winston win
wojciech wojtek
yaroslav slava yarik jaroslav
yekaterina katya ekaterina
yulia julia iuliia yuliya
yuri yury yuriy iurii
zachary zach zack zac zak zackary zachery
"""


@cache
def _table() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _GROUPS.split("\n"):
        words = line.split()
        for word in words:
            found.setdefault(word, set()).add(words[0])
    return {word: frozenset(groups) for word, groups in found.items()}


def nickname_groups(word: str) -> frozenset[str]:
    """Return the groups a given name stands in; empty for a name that is not in the table.

    >>> sorted(nickname_groups("kate"))
    ['catherine']
    """
    return _table().get(word, frozenset())


def nickname_words(groups: Iterable[str]) -> frozenset[str]:
    """Return the given names of some groups, long and short.

    >>> sorted(nickname_words(["zachary"]))
    ['zac', 'zach', 'zachary', 'zachery', 'zack', 'zackary', 'zak']
    """
    wanted = set(groups)
    return frozenset(word for word, found in _table().items() if wanted & found)

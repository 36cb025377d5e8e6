"""Words of organizations' names: translated, spelled one way, and sorted by what they tell."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii
from rapidfuzz.distance import OSA

from hallway.graph.linking.organizations.translations import TRANSLATED, UNIVERSITY

__all__ = [
    "CAMPUSES",
    "COUNTRIES",
    "DEPARTMENT",
    "FIELDS",
    "GENERIC",
    "KINDS",
    "NOUNS",
    "PLACES",
    "STOP",
    "TWO_WORDS",
    "UNIVERSITY",
    "folded",
    "is_field",
]

STOP = frozenset(
    "the of de di del della delle dello degli dei da do dos das du des la le les el los las l d in "
    "at for fur for zu zur der die dem den van voor i no na and a studi to ss su w v".split()
)
"""Words that make no difference between two names."""

NOUNS = frozenset(
    "medicine agriculture economics finance education forestry science sciences engineering law "
    "business management chemistry sports arts health veterinary communication communications "
    "information culture humanities geosciences resources commerce trade industry transport "
    "transportation technology aerospace electronic environmental life social physical chemical "
    "defense defence public media".split()
)
"""Those of `KINDS` that are rather the department's when they stand before "University of"."""

COUNTRIES = frozenset(
    "usa us uk china japan korea germany deutschland france italy italia spain portugal "
    "netherlands belgium switzerland austria sweden norway denmark finland ireland poland greece "
    "turkey russia israel iran egypt india pakistan canada australia brazil malaysia "
    "indonesia".split()
)
"""Countries after which an address has nothing more to say."""

TWO_WORDS = frozenset(
    """
    hong kong,new york,san francisco,san diego,los angeles,cape town,sri lanka,south africa,
    saudi arabia,new zealand,sao paulo,abu dhabi,novi sad,buenos aires,rio janeiro,south korea,
    new mexico,new hampshire,new england,north carolina,south carolina,north dakota,south dakota,
    west virginia,rhode island,new brunswick,british columbia,nova scotia,new south,costa rica,
    puerto rico,el paso,san antonio,tel aviv,salt lake,las vegas,santa cruz,santa barbara,
    kuala lumpur,addis ababa,dar salaam,south wales,new orleans
    """.replace("\n    ", "").split(",")
)
"""Places of two words, of which the second is not the next line of an address."""

KINDS = frozenset(
    "technical technology polytechnic medical agricultural normal pedagogical pharmaceutical open "
    "state national federal free catholic autonomous islamic christian women economics finance "
    "science sciences education agriculture forestry petroleum mining posts telecommunications "
    "aeronautics astronautics electronic jiaotong tongji maritime ocean business management law "
    "foreign languages international metropolitan city municipal applied health veterinary sport "
    "sports arts teachers teacher traditional chinese medicine polytech first second third "
    "southern northern eastern western central north south east west american british german "
    "royal military naval defense defence police commerce trade industry industrial "
    "transport transportation "
    "aerospace information engineering communication communications media culture physical "
    "chemical textile geosciences water resources electric power american medicine chemistry "
    "nacional life environmental humanities social nuclear space public".split()
)
"""Words that may stand between the place and "University": Beijing Normal University."""

DEPARTMENT = frozenset(
    "department faculty school college division laboratory institute center section unit group "
    "chair program programme office clinic research key graduate undergraduate professor lecturer "
    "student candidate director head assistant associate senior principal emeritus phd dr "
    "hospital ministry province provincial branch bureau dean manager team doctoral society "
    "museum library campus observatory facility lehrstuhl professur zentrum sektion ufr umr "
    "msc postdoctoral researcher fellow scholar physician service services fachbereich".split()
)
"""Words of a department, a function or a title rather than of the organization's own name."""

FIELDS = frozenset(
    "chemistry biology physics mathematics medicine nutrition engineering science sciences "
    "technology psychology sociology economics law business education nursing pharmacy surgery "
    "dentistry biochemistry microbiology neuroscience neurology psychiatry anatomy physiology "
    "pathology immunology genetics ecology geology geography history philosophy anthropology "
    "linguistics statistics informatics computing computer electronics electrical mechanical civil "
    "chemical materials material food environment environmental agriculture agronomy forestry "
    "health public medical clinical applied biomedical biological life natural social political "
    "international management administration arts humanities communication communications "
    "architecture design optics photonics energy earth marine ocean animal plant veterinary "
    "information systems media language languages studies divinity theology dermatology oncology "
    "cardiology radiology urology ophthalmology pediatrics gynecology orthopaedic biophysics "
    "biotechnology bioengineering aerospace industrial nuclear cognitive sports sport change "
    "global technologies policy planning finance accounting marketing robotics autonomous "
    "intelligent neural computation computational software theoretical experimental "
    "organic inorganic "
    "analytical molecular cellular cell advanced vision speech learning and of for in the".split()
)
"""Subjects: a department's words, not the organization's, where they stand before its name."""

GENERIC = frozenset(
    "research researcher laboratory ai artificial intelligence machine learning deep team group "
    "science scientist data robotics vision computer language cloud inc incorporated limited llc "
    "gmbh ag sa corporation company plc bv oy ab srl spa pty kk se kg pvt private ev sro pbc "
    "doo spzoo technologies "
    "technology tech center institute global international usa us uk america american europe "
    "european asia apac emea labs division department unit office headquarters hq innovation "
    "development r and of for at in the advanced applied core platform search ads infrastructure "
    "security systems engineering software hardware solutions digital studio studios product "
    "products cognitive quantum nlp ml nv sas spol aps as holdings holding autonomous driving "
    "automated vehicle health healthcare speech perception foundation models model generative "
    "agi llm multimodal graphics interactive entertainment speechtek lp ventures bank services "
    "architecture corporate central media content lead engineer developer senior staff principal "
    "manager cto ceo founder director head evangelist advocate consultant architect "
    "x next big ii foundations d".split()
)
"""Words around a company's name that tell a laboratory, a site or a legal form."""

PLACES = frozenset(
    "usa us u s a uk u k united states america kingdom china p r prc people s republic japan korea "
    "germany deutschland france italy italia spain espana portugal netherlands holland belgium "
    "switzerland austria sweden norway denmark finland iceland ireland scotland england wales "
    "northern poland czech czechia slovakia hungary romania bulgaria greece turkey turkiye russia "
    "ukraine belarus estonia latvia lithuania serbia croatia slovenia bosnia montenegro israel "
    "palestine lebanon jordan syria iraq iran saudi arabia uae emirates qatar kuwait oman egypt "
    "morocco algeria tunisia libya sudan ethiopia kenya uganda tanzania nigeria ghana cameroon "
    "senegal south africa zimbabwe rwanda india pakistan bangladesh nepal lanka sri thailand "
    "vietnam malaysia singapore indonesia philippines taiwan hong kong macau macao mongolia "
    "australia new zealand canada mexico brazil argentina chile colombia peru ecuador uruguay "
    "venezuela cuba cyprus luxembourg malta georgia armenia kazakhstan roc r.o.c sar "
    "alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho "
    "illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan "
    "minnesota mississippi missouri montana nebraska nevada hampshire jersey york carolina dakota "
    "ohio oklahoma oregon pennsylvania rhode island tennessee texas utah vermont virginia "
    "washington wisconsin wyoming al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma "
    "mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy dc "
    "ontario quebec alberta manitoba saskatchewan british columbia nova scotia on qc ab mb sk bc "
    "ns nsw vic qld act tas sa nt queensland victoria tasmania wales "
    "beijing shanghai guangzhou shenzhen hangzhou nanjing wuhan chengdu xian tianjin chongqing "
    "suzhou hefei changsha jinan qingdao dalian harbin shenyang zhengzhou xiamen fuzhou kunming "
    "jiangsu zhejiang guangdong hubei hunan sichuan shandong henan anhui fujian shaanxi shanxi "
    "hebei liaoning jilin heilongjiang jiangxi guangxi yunnan guizhou hainan gansu xinjiang "
    "zhuhai ningbo wuxi lanzhou guiyang nanchang haikou urumqi taiyuan shijiazhuang hohhot "
    "tokyo kyoto osaka yokohama nagoya kobe fukuoka sapporo sendai tsukuba hiroshima chiba "
    "saitama kanagawa seoul busan daejeon incheon daegu gwangju suwon gyeonggi taipei hsinchu "
    "taichung kaohsiung tainan kowloon bangkok hanoi jakarta manila kuala lumpur selangor penang "
    "delhi mumbai bangalore bangalore chennai kolkata hyderabad pune karnataka kerala maharashtra "
    "gujarat rajasthan punjab telangana bengal nadu tamil uttar pradesh lahore karachi islamabad "
    "dhaka colombo kathmandu tehran istanbul ankara izmir jerusalem haifa cairo giza riyadh jeddah "
    "dubai abu dhabi doha beirut baghdad london oxford cambridge manchester birmingham leeds "
    "liverpool bristol edinburgh glasgow dublin belfast cardiff paris lyon marseille toulouse "
    "grenoble nice lille bordeaux nantes rennes strasbourg berlin munich hamburg cologne frankfurt "
    "stuttgart dusseldorf leipzig dresden hannover heidelberg rome milan turin naples florence "
    "bologna padua pisa genoa venice catania palermo trieste madrid barcelona valencia seville "
    "granada bilbao lisbon porto coimbra amsterdam rotterdam utrecht delft eindhoven leuven ghent "
    "brussels antwerp zurich geneva lausanne basel bern vienna graz linz innsbruck stockholm "
    "gothenburg uppsala lund malmo oslo bergen trondheim copenhagen odense aarhus aalborg helsinki "
    "espoo tampere warsaw krakow wroclaw poznan lodz gdansk prague brno bratislava budapest "
    "bucharest sofia athens thessaloniki belgrade zagreb ljubljana moscow petersburg novosibirsk "
    "kyiv minsk vilnius riga tallinn boston cambridge chicago seattle redmond san francisco "
    "angeles diego jose santa clara mountain view palo alto menlo park sunnyvale cupertino "
    "berkeley irvine pasadena sacramento houston dallas austin antonio atlanta philadelphia "
    "pittsburgh baltimore bethesda denver boulder phoenix tucson minneapolis detroit arbor "
    "cleveland columbus cincinnati louis nashville memphis orlando miami tampa gainesville "
    "raleigh durham chapel charlotte princeton newark haven providence ithaca rochester buffalo "
    "albany syracuse brooklyn manhattan portland eugene salt lake honolulu lexington bloomington "
    "champaign urbana madison milwaukee toronto montreal vancouver ottawa waterloo calgary "
    "edmonton winnipeg halifax hamilton kingston sydney melbourne brisbane perth adelaide "
    "canberra auckland wellington dunedin christchurch sao paulo rio janeiro brasilia campinas "
    "buenos aires santiago bogota lima monterrey guadalajara nairobi kampala lagos ibadan cape "
    "town johannesburg pretoria durban accra city province cedex".split()
)
"""Countries, states, provinces and large cities, word by word."""

CAMPUSES = {
    "california": "berkeley davis irvine merced riverside los angeles san diego francisco santa "
    "barbara cruz",
    "texas": "austin dallas arlington san antonio el paso tyler rio grande houston southwestern "
    "health science center permian",
    "illinois": "urbana champaign chicago springfield",
    "wisconsin": "madison milwaukee green bay whitewater eau claire oshkosh",
    "maryland": "college park baltimore county eastern shore",
    "massachusetts": "amherst lowell boston dartmouth worcester",
    "carolina": "chapel hill charlotte greensboro wilmington asheville",
    "colorado": "boulder denver anschutz springs",
    "missouri": "columbia kansas city saint louis rolla",
    "alabama": "birmingham huntsville tuscaloosa",
    "nebraska": "lincoln omaha medical center",
    "nevada": "reno las vegas",
    "tennessee": "knoxville chattanooga memphis health science center",
    "alaska": "fairbanks anchorage southeast",
    "arkansas": "little rock fayetteville medical sciences pine bluff",
    "hawaii": "manoa hilo",
    "louisiana": "lafayette monroe",
    "minnesota": "duluth twin cities morris",
    "technology": "",
}  # fmt: skip
"""Systems of universities -> words of their members' names, which may follow a comma."""


@lru_cache(maxsize=1 << 17)
def folded(text: str) -> str:
    """Return a text in small Latin letters without accents, one blank between words."""
    text = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss").replace("ø", "o"))
    text = "".join(letter for letter in text if not unicodedata.combining(letter))
    if not text.isascii():
        text = anyascii(text).casefold()
    text = text.replace("&", " and ").replace("@", " at ")
    text = re.sub(r"\b(?:dell|nell|all|[dl])['`´’](?=[a-z]{3})", " ", text)
    words = re.findall(r"[a-z0-9]+", re.sub(r"['`´]", "", text))
    return " ".join(TRANSLATED.get(word) or _spelled(word) for word in words)


_OFTEN = (
    "university institute technology technical national laboratory department engineering "
    "research polytechnic electrical electronics mechanical computer corporation "
    "incorporated".split()
)


@lru_cache(maxsize=1 << 15)
def _spelled(word: str) -> str:
    """Return the word of affiliations that a word of eight letters or more misspells by one."""
    if len(word) < 8 or word.endswith("s"):
        return word
    close = (one for one in _OFTEN if one[0] == word[0])
    return next((one for one in close if OSA.distance(word, one, score_cutoff=1) == 1), word)


_OF_FIELDS = (
    "ology", "ologies", "ologie", "ologia", "iatry", "iatrics", "onomy", "ography", "metrics",
    "omics", "physics", "chemistry", "genetics", "surgery", "therapy", "informatics", "sciences",
    "ologic", "ological", "iatrie", "chirurgie", "medizin", "wissenschaft", "heilkunde", "studies",
)  # fmt: skip


def is_field(word: str) -> bool:
    """Tell whether a folded word is a subject that departments are of."""
    return word in FIELDS or word.endswith(_OF_FIELDS)

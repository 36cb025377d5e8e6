"""Words of organizations' names in other languages and spellings, and the one they stand for."""

from __future__ import annotations

__all__ = ["TRANSLATED", "UNIVERSITY"]

UNIVERSITY = "university"

_ONE_WORD = {
    UNIVERSITY: (
        "universidad universite universitat universitaet universita universidade univ uni "
        "universiteit universitet universitetet universitesi univerzita univerzitet uniwersytet "
        "universitas universiti universitatea universitate univercity universiy universty "
        "unversity universities unviersity univerity univeristy universtiy yliopisto egyetem "
        "ulikool universitetas sveuciliste sveucilista univerza univerzitetu univerzity "
        "uniwersytetu tudomanyegyetem yliopiston universitesinde universitato universitaria "
        "universitario universitaire universitair universitaires universitari universitetit "
        "universytet unibertsitatea prifysgol ollscoil haskoli haskolinn daigaku daxue "
        "panepistimio universit univesity universitty univerisity universtity univresity "
        "universisty univerrsity univeresity universitys"
    ),
    "polytechnic": (
        "politecnico politecnica politechnika polytechnique politehnica polytechnical "
        "politecnic politeknik polytechnics"
    ),
    "technical": (
        "tecnica technische technischen technique teknik tekniska tehnica techniczna tecnico "
        "technicka technicke teknisk tekniske techniki technicznego tehnicka technischer "
        "technisches tekhnicheskiy tekhnichnyy muszaki"
    ),
    "technology": (
        "tecnologia tecnologica technologie technologies teknologi tecnologico technological "
        "tecnologias technologic technol"
    ),
    "science": (
        "ciencias sciences ciencia wissenschaften scienze cientificas nauk sciencess sci scientific"
    ),
    "medical": (
        "medizinische medica medicale medizinischen medicinal med medyczny medycznego "
        "medicinski medicinska medisch medische"
    ),
    "national": (
        "nacional nationale nazionale natl nasional natsionalnyy natsionalnogo nazionali "
        "nacionalni narodni"
    ),
    "federal": "federale",
    "state": "estadual estatal gosudarstvennyy gosudarstvennogo gosudarstvenny staatliche stanowy",
    "catholic": "catolica catholique cattolica katholieke",
    "autonomous": "autonoma autonome",
    "free": "libre vrije freie libera",
    "institute": "institut instituto istituto institutes inst instytut institutet instituut",
    "hospital": (
        "krankenhaus hopital hospitals ospedale hosp szpital ospedaliera hopitaux hospitalier "
        "hospitalario ospedaliero sykehus sjukhus ziekenhuis sygehus sairaala nemocnice "
        "bolnica korhaz hastanesi hastane"
    ),
    "clinic": "klinik klinikum clinica clinique clinico",
    "center": "centre centro zentrum centrum centra centers centres ctr",
    "academy": "academia akademie academie accademia akademia academies acad",
    "research": "investigacion investigaciones recherche forschung ricerca ricerche pesquisa",
    "and": "und et y e en i",
    "saint": "st",
    "university hospital": (
        "universitatsklinikum universitaetsklinikum universitatsklinik uniklinik uniklinikum "
        "universitatsmedizin universitaetsmedizin universitatsspital universitatskrankenhaus "
        "universitatskliniken universitetshospital universitetssjukhuset universitetssykehus "
        "unispital unimedizin"
    ),
    "mohammed": "mohamed muhammad mohammad mohamad muhammed mahomed",
    "childrens": "children pediatrico pediatrique infantil",
    "peoples": "people",
    "agricultural": "agr agric agraria",
    "telecommunications": "telecommunication telecom",
    "hochschule": "fachhochschule hogeschool",
    "posts": "post",
    "petroleum": "petrol",
    "geological": "geol",
    "survey": "surv",
    "padua": "padova padoue",
    "milan": "milano",
    "turin": "torino",
    "rome": "roma",
    "naples": "napoli",
    "florence": "firenze",
    "genoa": "genova",
    "venice": "venezia",
    "munich": "munchen muenchen",
    "cologne": "koln koeln",
    "vienna": "wien",
    "zurich": "zuerich",
    "geneva": "geneve genf",
    "lisbon": "lisboa",
    "porto": "oporto",
    "seville": "sevilla",
    "warsaw": "warszawa warszawski warszawska warszawie",
    "prague": "praha praze",
    "copenhagen": "kobenhavn kobenhavns",
    "gothenburg": "goteborg",
    "brussels": "bruxelles brussel",
    "antwerp": "antwerpen",
    "ghent": "gent",
    "nuremberg": "nurnberg nuernberg nurenberg",
    "moscow": "moskva",
    "bucharest": "bucuresti",
    "athens": "athen",
    "tubingen": "tuebingen",
    "dusseldorf": "duesseldorf",
    "gottingen": "goettingen",
    "wurzburg": "wuerzburg",
    "munster": "muenster",
    "lubeck": "luebeck",
    "lodz": "lodzka lodzki",
    "busan": "pusan",
    "mexico": "mejico mexique",
    "brazil": "brasil bresil",
    "krakow": "cracow krakowie krakowska krakowski",
    "bern": "berne",
    "basel": "basle",
    "bangalore": "bengaluru",
    "mumbai": "bombay",
    "jiaotong": "jiao-tong jiatong",
    "coruna": "corunna",
    "zaragoza": "saragossa",
    "kyiv": "kiev",
    "tehran": "teheran",
    "istanbul": "istambul",
    "catania": "catane",
    "mainz": "mayence",
    "department": (
        "dept dep departments departamento departement dipartimento departament abteilung"
    ),
    "laboratory": "lab labs laboratories laboratoire laboratorio laboratorium",
    "college": "colegio coll",
    "engineering": "ingenieria ingegneria eng",
    "school": "ecole escuela escola scuola schools",
    "faculty": "facultad faculte fakultat facolta faculdade fakulteti",
    "company": "co",
    "corporation": "corp",
    "limited": "ltd",
    "incorporated": "inc",
    "applied": "angewandte angewandten aplicadas aplicada appliquees applicata applicate",
    "pontifical": "pontificia pontificale",
    "metropolitan": "metropolitana metropolitano",
    "international": "internacional internationale internazionale",
    "pedagogical": "pedagogica pedagogiczny pedagogische padagogische",
    "open": "abierta aberta ouverte",
    "veterinary": "veterinaria tierarztliche veterinaire",
    "economics": "ekonomiczny ekonomicky ekonomski economiques economicas wirtschaftsuniversitat",
    "wroclaw": "wroclawski wroclawska wroclawiu",
    "gdansk": "gdanski gdanska gdansku",
    "poznan": "poznanska poznaniu",
    "lublin": "lubelski lubelska lublinie",
    "silesian": "slaski slaska slaskie",
    "szczecin": "szczecinski szczecinie",
    "torun": "toruniu",
    "katowice": "katowicach",
    "bialystok": "bialymstoku bialystoku",
    "jagiellonian": "jagiellonski",
    "masaryk": "masarykova",
    "palacky": "palackeho",
    "comenius": "komenskeho",
    "olomouc": "olomouci",
    "ostrava": "ostrave ostravska",
    "brno": "brne brunn",
    "bratislava": "bratislave",
    "kosice": "kosiciach",
    "szeged": "szegedi",
    "debrecen": "debreceni",
    "pecs": "pecsi",
    "budapest": "budapesti",
    "helsinki": "helsingin helsingfors",
    "turku": "turun abo",
    "oulu": "oulun",
    "tampere": "tampereen",
    "jyvaskyla": "jyvaskylan",
    "vilnius": "vilniaus",
    "kaunas": "kauno",
    "latvia": "latvijas",
    "riga": "rigas",
    "belgrade": "beogradu beograd",
    "zagreb": "zagrebu",
    "ljubljana": "ljubljani",
    "maribor": "mariboru",
    "sarajevo": "sarajevu",
    "split": "splitu",
    "rijeka": "rijeci",
    "liege": "luik luttich",
    "lucerne": "luzern",
    "fribourg": "fryburg",
    "neuchatel": "neuenburg",
    "tuscany": "toscana",
    "bologna": "bolonia",
    "pavia": "pavie",
    "catalonia": "catalunya cataluna",
    "navarra": "navarre",
    "basque": "vasco",
    "balearic": "balears baleares",
    "islands": "islas illes",
    "castilla": "castile",
    "andalusia": "andalucia",
    "havana": "habana",
    "algiers": "alger",
    "tunis": "tunez",
    "marrakech": "marrakesh",
    "cairo": "kairo",
    "crete": "kritis",
    "southern denmark": "syddansk",
    "stockholm": "stockholms",
    "uppsala": "upsala",
    "lund": "lunds",
    "linkoping": "linkopings",
    "strasbourg": "strassburg",
    "regensburg": "ratisbon",
    "bavaria": "bayern",
    "saxony": "sachsen",
    "germany": "deutschland allemagne alemania germania",
    "austria": "osterreich autriche",
    "switzerland": "schweiz suisse svizzera suiza",
    "france": "francia frankreich",
    "italy": "italia italie italien",
    "spain": "espana espagne spanien",
    "poland": "polska pologne",
    "greece": "grece grecia",
    "turkey": "turkiye turquie turquia",
    "japan": "japon",
    "sweden": "sverige suede",
    "norway": "norge norvege",
    "denmark": "danmark danemark",
    "finland": "suomi finlande",
    "hungary": "hongrie magyarorszag",
    "romania": "roumanie",
    "russia": "rossiya russie rusia",
    "ukraine": "ukraina",
    "netherlands": "nederland",
    "belgium": "belgique belgie belgica belgien",
    "egypt": "egypte egipto",
    "morocco": "maroc marruecos",
    "algeria": "algerie argelia",
    "tunisia": "tunisie",
    "nanjing": "nanking",
    "guangzhou": "canton",
    "harbin": "haerbin",
    "lviv": "lvov",
    "kharkiv": "kharkov",
    "odesa": "odessa",
    "saint petersburg": "leningrad",
}
TRANSLATED = {word: one for one, words in _ONE_WORD.items() for word in words.split()}
"""Folded word -> what stands for it: "universitat" -> "university"."""

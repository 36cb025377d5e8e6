"""Turn names and codes of languages into BCP 47 tags."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

__all__ = ["tag"]

# ISO 639: two-letter code, three-letter code (with the bibliographic one where it differs), the
# English name, then names in the language itself or in another one that programmes are written in.
_LANGUAGES = """
aa aar Afar|ab abk Abkhazian|ae ave Avestan|af afr Afrikaans|ak aka Akan|am amh Amharic አማርኛ
an arg Aragonese|ar ara Arabic العربية Arabisch Arabe|as asm Assamese|av ava Avaric
ay aym Aymara|az aze Azerbaijani|ba bak Bashkir|be bel Belarusian беларуская
bg bul Bulgarian български|bi bis Bislama|bm bam Bambara|bn ben Bengali Bangla বাংলা
bo bod,tib Tibetan|br bre Breton Brezhoneg|bs bos Bosnian Bosanski|ca cat Catalan Català
ce che Chechen|ch cha Chamorro|co cos Corsican|cr cre Cree
cs ces,cze Czech Čeština Český Tschechisch|cu chu Church_Slavic|cv chv Chuvash
cy cym,wel Welsh Cymraeg|da dan Danish Dansk Dänisch
de deu,ger German Deutsch Allemand Alemán Tedesco|dv div Divehi|dz dzo Dzongkha|ee ewe Ewe
el ell,gre Greek Ελληνικά Griechisch
en eng English Englisch Anglais Inglés Inglese Inglês Engels 英語|eo epo Esperanto
es spa Spanish Español Castellano Spanisch Espagnol|et est Estonian Eesti
eu eus,baq Basque Euskara|fa fas,per Persian Farsi فارسی|ff ful Fulah
fi fin Finnish Suomi Finnisch|fj fij Fijian|fo fao Faroese
fr fra,fre French Français Französisch Francés Francese|fy fry Western_Frisian
ga gle Irish Gaeilge|gd gla Scottish_Gaelic|gl glg Galician Galego|gn grn Guarani
gu guj Gujarati|gv glv Manx|ha hau Hausa|he heb Hebrew עברית|hi hin Hindi हिन्दी
ho hmo Hiri_Motu|hr hrv Croatian Hrvatski|ht hat Haitian|hu hun Hungarian Magyar Ungarisch
hy hye,arm Armenian Հայերեն|hz her Herero|ia ina Interlingua|id ind Indonesian Bahasa_Indonesia
ie ile Interlingue|ig ibo Igbo|ii iii Sichuan_Yi|ik ipk Inupiaq|io ido Ido
is isl,ice Icelandic Íslenska|it ita Italian Italiano Italienisch|iu iku Inuktitut
ja jpn Japanese 日本語 Japanisch|jv jav Javanese|ka kat,geo Georgian ქართული|kg kon Kongo
ki kik Kikuyu|kj kua Kuanyama|kk kaz Kazakh|kl kal Kalaallisut Greenlandic|km khm Khmer
kn kan Kannada ಕನ್ನಡ|ko kor Korean 한국어 Koreanisch|kr kau Kanuri|ks kas Kashmiri|ku kur Kurdish
kv kom Komi|kw cor Cornish|ky kir Kyrgyz|la lat Latin|lb ltz Luxembourgish|lg lug Ganda
li lim Limburgish|ln lin Lingala|lo lao Lao|lt lit Lithuanian Lietuvių|lu lub Luba-Katanga
lv lav Latvian Latviešu|mg mlg Malagasy|mh mah Marshallese|mi mri,mao Maori Māori
mk mkd,mac Macedonian македонски|ml mal Malayalam മലയാളം|mn mon Mongolian|mr mar Marathi मराठी
ms msa,may Malay Bahasa_Melayu|mt mlt Maltese|my mya,bur Burmese|na nau Nauru
nb nob Norwegian_Bokmål Bokmål|nd nde North_Ndebele|ne nep Nepali नेपाली|ng ndo Ndonga
nl nld,dut Dutch Nederlands Niederländisch|nn nno Norwegian_Nynorsk Nynorsk
no nor Norwegian Norsk Norwegisch|nr nbl South_Ndebele|nv nav Navajo|ny nya Chichewa Nyanja
oc oci Occitan|oj oji Ojibwa|om orm Oromo|or ori Odia Oriya|os oss Ossetian
pa pan Punjabi Panjabi|pi pli Pali|pl pol Polish Polski Polnisch|ps pus Pashto
pt por Portuguese Português Portugiesisch|qu que Quechua|rm roh Romansh|rn run Rundi
ro ron,rum Romanian Română|ru rus Russian Русский Russisch Russe|rw kin Kinyarwanda
sa san Sanskrit|sc srd Sardinian|sd snd Sindhi|se sme Northern_Sami|sg sag Sango|si sin Sinhala
sk slk,slo Slovak Slovenčina|sl slv Slovenian Slovene Slovenščina|sm smo Samoan|sn sna Shona
so som Somali|sq sqi,alb Albanian Shqip|sr srp Serbian Српски Srpski|ss ssw Swati
st sot Southern_Sotho|su sun Sundanese|sv swe Swedish Svenska Schwedisch
sw swa Swahili Kiswahili|ta tam Tamil தமிழ்|te tel Telugu తెలుగు|tg tgk Tajik|th tha Thai ไทย
ti tir Tigrinya|tk tuk Turkmen|tl tgl Tagalog Filipino|tn tsn Tswana|to ton Tongan
tr tur Turkish Türkçe Türkisch|ts tso Tsonga|tt tat Tatar|tw twi Twi|ty tah Tahitian
ug uig Uyghur|uk ukr Ukrainian Українська|ur urd Urdu اردو|uz uzb Uzbek|ve ven Venda
vi vie Vietnamese Tiếng_Việt|vo vol Volapük|wa wln Walloon|wo wol Wolof|xh xho Xhosa
yi yid Yiddish|yo yor Yoruba|za zha Zhuang|zh zho,chi Chinese 中文 汉语 漢語 Chinesisch Mandarin
zu zul Zulu|gsw gsw Swiss_German Schweizerdeutsch|nds nds Low_German Plattdeutsch
yue yue Cantonese|ase ase ASL|fil fil Pilipino|hsb hsb Upper_Sorbian|ast ast Asturian
"""
_LONGEST = 500  # characters; what is longer names no languages but talks of them
_TAG = re.compile(r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*[,;/|&+\n]\s*|\s+(?:and|und|et|y|or|oder)\s+", re.IGNORECASE)


@lru_cache(maxsize=1 << 10)
def tag(text: str) -> tuple[str, ...]:
    """Read the languages that a text names.

    Parameters
    ----------
    text
        A tag (``en``, ``pt_BR``), a three-letter code (``eng``), a name in English or in the
        language itself (``Deutsch``), or several of them.

    Returns
    -------
    tuple
        BCP 47 tags, the shortest code of each language, in order, none twice; empty when the text
        names no language that is known. A part that is not known is left out.
    """
    parts = _BETWEEN.split(unicodedata.normalize("NFC", text[:_LONGEST]).strip())
    tags = [found for part in parts if (found := _one(part))]
    return tuple(dict.fromkeys(tags))


def _one(part: str) -> str | None:
    bare = " ".join(re.sub(r"\(.*?\)", " ", part).split())
    if known := _known().get(bare.casefold()):
        return known
    found = _TAG.fullmatch(bare)
    language = _known().get(found[1].casefold()) if found else None
    if not found or not language:
        return None
    script = f"-{found[2].title()}" if found[2] else ""
    return language + script + (f"-{found[3].upper()}" if found[3] else "")


@cache
def _known() -> dict[str, str]:
    """Map every code and name, letter case folded, to the shortest code."""
    known: dict[str, str] = {}
    for entry in _LANGUAGES.replace("\n", "|").split("|"):
        code, *words = entry.split() or [""]
        for word in (code, *words):
            for name in word.split(","):
                known.setdefault(name.replace("_", " ").casefold(), code)
    known.pop("", None)
    return known

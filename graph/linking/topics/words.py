"""The words of a topic's label: spelled one way, in the singular, short forms written out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from hallway.graph.linking.normal import stemmed

__all__ = [
    "HEADLESS",
    "PREPOSITIONS",
    "initials",
    "lemma",
    "plain",
    "related",
    "run_together",
    "split_words",
]

PREPOSITIONS = frozenset("of for in via with using on at as by to from over under through".split())
HEADLESS = frozenset("and or vs versus".split())
_ARTICLES = frozenset("the a an".split())

_WORD = re.compile(r"[^\W_]+(?:\+\+|#)?")
_CAPITALS = re.compile(r"\b([A-Z]{2,})s\b")
_SHARP = re.compile(r"\b([cf])[- ]?sharp\b")
_TO = re.compile(r"\b([a-z]{2,})2([a-z]{3,})\b")
_FOR = re.compile(r"\b([a-z]{2,})4([a-z]{3,})\b")
_DOTNET = re.compile(r"(?<![^\W_])\.net\b")
_GENITIVE = re.compile(r"['’`]s\b")
_PREFIX = re.compile(
    r"\b(multi|micro|re|pre|post|non|anti|inter|intra|semi|auto|co|de|un|hyper|cyber|bio|geo|neuro|"
    r"spatio|electro|nano|macro|sub|trans)[-\u2010\u2011 ](?=[^\W\d_]{4})"
)
_BRITISH = re.compile(
    r"^(optim|visual|virtual|token|container|normal|general|quant|parallel|serial|local|organ|custom|"
    r"summar|synchron|modern|regular|minim|maxim|personal|initial|vector|digit|categor|standard|"
    r"international|central|decentral|real|util|character|special|priorit|stabil|linear|discret|"
    r"random|crystal|homogen|memor|legal|equal|polar|contextual|conceptual|anonym|pseudonym|harmon|"
    r"democrat|hypothes|incentiv|industrial|computer|monet|global|synthes|recogn|reorgan|scrutin|"
    r"steril|popular|immun|ion|econom)is"
    r"(?=ation|ing|ed|er|ers|e$|es$)"
)
_OUR = re.compile(
    r"^(arm|behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|od|parl|rum|sav|tum|val|vap|vig)our"
)
_SPELLED = {
    "behaviour": "behavior", "behavioural": "behavioral", "colour": "color", "centre": "center",
    "modelling": "modeling", "labelling": "labeling", "programme": "program", "analyse": "analyze",
    "defence": "defense", "licence": "license", "catalogue": "catalog", "neighbour": "neighbor",
    "travelling": "traveling", "signalling": "signaling",
     "grey": "gray", "fibre": "fiber", "artefact": "artifact", "tyre": "tire",
    "maths": "math", "mathematics": "math", "robotics": "robotic", "analyses": "analysis",
    "indices": "index", "indexes": "index", "matrices": "matrix", "vertices": "vertex",
    "criteria": "criterion", "children": "child", "people": "person", "women": "woman",
    "men": "man", "movies": "movie", "cookies": "cookie", "caches": "cache", "axes": "axis",
    "hypotheses": "hypothesis", "paediatric": "pediatric", "anaesthesia": "anesthesia",
    "haematology": "hematology", "orthopaedic": "orthopedic", "oestrogen": "estrogen",
    "encyclopaedia": "encyclopedia", "aluminium": "aluminum", "sceptical": "skeptical",
    "dialogue": "dialog", "analogue": "analog", "metre": "meter", "litre": "liter",
    "theatre": "theater", "storeys": "stories", "cypher": "cipher", "judgement": "judgment",
    "enrolment": "enrollment", "fulfilment": "fulfillment", "pretence": "pretense",
    "offence": "offense", "cancelled": "canceled", "cancelling": "canceling",
    "fuelling": "fueling", "tunnelling": "tunneling", "channelling": "channeling",
    "counselling": "counseling", "modelled": "modeled", "labelled": "labeled",
    "unlabelled": "unlabeled", "labeller": "labeler", "modeller": "modeler",
    "marshalling": "marshaling", "mould": "mold", "plough": "plow", "jewellery": "jewelry",
    "ageing": "aging", "cosy": "cozy", "acknowledgement": "acknowledgment",
    "knowledgable": "knowledgeable", "analysing": "analyzing", "analyser": "analyzer",
    "catalysing": "catalyzing", "paralysing": "paralyzing", "cataloguing": "cataloging",
    "formulae": "formula", "phenomena": "phenomenon", "stimuli": "stimulus",
    "automata": "automaton", "corpora": "corpus", "taxa": "taxon", "schemata": "schema",
    "ontologies": "ontology", "codices": "codex", "appendices": "appendix", "nuclei": "nucleus",
    "bases": "base", "databases": "database", "minima": "minimum",
    "cpus": "cpu", "gpus": "gpu", "tpus": "tpu", "npus": "npu", "dpus": "dpu", "menus": "menu",
    "maxima": "maximum", "optima": "optimum", "spectra": "spectrum", "lives": "life",
}  # fmt: skip
_IN_PHRASES = {"net": "network", "nets": "network"}
_SINGULAR = frozenset(
    "pandas rails windows kubernetes postgres series species news jenkins express canvas bias "
    "atlas lens gas os ios dns aws css sass ros redis always physics graphics https adas "
    "mtls".split()
)
# Words that a stemmer takes together and a reader does not.
_APART = frozenset(
    "engineering engineer marketing accounting banking building meeting physics physical "
    "university universe universal organ organization organic policy police optimal optimum "
    "communication community communal general generic generation generative generator mobile "
    "mobility statistics statistic state native nation national international graph graphic "
    "community secure security security transform transformation transformative process "
    "processing program programming computation computing computer computational operation "
    "operating operational operator science scientific logic logical method methodology "
    "theory theoretical critic critical critique adaptive adaptation emotion emotional motion "
    "simulation simulator representation representative form formal format information inform "
    "test testing design designing write writing game gaming paint painting house housing "
    "train training plan planning publish publishing hack hacking intelligence intelligent "
    "relation relational relative relativity integral integrity integration interest interesting "
    "active activity activation action product production productivity object objective "
    "subject subjective sense sensitive sensor author authority authorization position positive "
    "constitution institution execution executive commerce commercial industry industrial "
    "response responsible responsive generalize generalization "
    "function functional person personal personalized value valuation".split()
)


def plain(text: str) -> str:
    """Return a label in small letters without accents, with ``and`` for ``&``."""
    text = _CAPITALS.sub(r"\1", text).casefold()
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
        text = "".join(letter for letter in text if not unicodedata.combining(letter))
    text = _SHARP.sub(r"\1#", text)
    text = _FOR.sub(r"\1 for \2", _TO.sub(r"\1 to \2", text))
    text = _DOTNET.sub("dotnet", text.replace("&", " and ").replace("i/o", "io"))
    return _PREFIX.sub(r"\1", _GENITIVE.sub("s", text))


def split_words(text: str) -> list[str]:
    """Return the lemmas of a label, articles left out.

    >>> split_words("Multi-modal Models")
    ['multimodal', 'model']
    """
    found = _WORD.findall(plain(text))
    if len(found) > 1:
        found = [_IN_PHRASES.get(word, word) for word in found if word not in _ARTICLES]
    return [lemma(word) for word in found]


@lru_cache(maxsize=1 << 16)
def lemma(word: str) -> str:
    """Return a small-letter word in the singular and in American spelling."""
    word = _SPELLED.get(word, word)
    word = word.replace("isation", "ization")
    word = _BRITISH.sub(r"\1iz", _OUR.sub(r"\1or", word))
    if word in _SINGULAR or len(word) < 4 or not word.endswith("s"):
        return word
    if word.endswith(("ss", "us", "is", "ics", "ous", "js")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("ches", "shes", "xes", "sses", "zes")):
        return word[:-2]
    return _SPELLED.get(word[:-1], word[:-1])


@lru_cache(maxsize=1 << 16)
def related(word: str) -> str:
    """Return what a word of a phrase shares with the forms that mean the same there.

    "convolution" and "convolutional", "reward models" and "reward modeling" are one; doers
    ("compiler"), what was done ("embedded") and words that are apart for readers stay as they are.
    """
    if word in _APART or len(word) < 5 or word.endswith(("er", "or", "ed", "ist")):
        return word
    return stemmed(word)


def initials(words: Sequence[str]) -> str:
    """Return the first letters of words, run together."""
    return "".join(word[0] for word in words)


def run_together(words: Sequence[str]) -> str:
    """Return the lemmas of a label as one word: "dev ops" is "devops".

    >>> run_together(split_words("ML Ops")) == run_together(split_words("MLOps"))
    True
    """
    return lemma("".join(words))

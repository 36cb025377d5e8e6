"""Words that look like the name of an organization and are none; a list of our own making."""

from __future__ import annotations

import re

__all__ = ["EVENT", "PROGRAMS", "SERVICES", "SMALL"]

SMALL = frozenset(
    """
    the a an and of for at in on with this that these those we our i it its my you your he she
    they as but if so then when while where what which how why not new all some many most more
    first here there after before since over under also now today recently speaker author track
    abstract talk speakers large-scale building two three large de la du & once each every
    """.split()
)
"""Words that begin sentences or stand in headings."""

PROGRAMS = frozenset(
    """
    python java javascript typescript rust go golang ruby perl php scala julia haskell kotlin swift
    c c++ sql html css r matlab fortran cython pypy django flask fastapi rails react angular vue
    node.js pytorch tensorflow keras jax numpy scipy pandas scikit-learn sklearn jupyter ipython
    spark hadoop kafka airflow celery redis postgres postgresql mysql sqlite elasticsearch docker
    kubernetes linux unix windows ubuntu debian android ios aws azure gcp git pypi conda anaconda
    ansible terraform jenkins arduino raspberry llm llms ai ml nlp gpu gpus cpu cpus api apis rest
    graphql json xml yaml csv http https tcp udp dns ssl tls web internet ci cd devops mlops iot ui
    ux sdk ide cli pycon europython pydata scipy djangocon pytorchconf euroscipy fosdem siggraph
    neurips icml iclr acl cvpr emnlp kdd pygotham pyohio pytexas plone zope wagtail tornado asyncio
    twisted pytest moe rnn cnn gan bert gpt chatgpt
    monday tuesday wednesday thursday friday saturday sunday january february march april may june
    july august september october november december english german french spanish
    phd msc bsc mba ceo cto pep scale work school university college home night lunch noon runtime
    startup startups big bang
    berlin london paris amsterdam vienna prague florence dublin edinburgh basel bilbao rimini
    boston chicago seattle portland austin york san francisco silicon valley montreal toronto
    sydney melbourne europe america asia africa germany france india china japan brazil canada
    australia spain italy netherlands sweden norway finland poland ukraine brazilian
    """.split()
)
"""Programs, languages, abbreviations, events and places. A name of such words alone is none."""

SERVICES = frozenset("github gitlab slack twitter youtube linkedin facebook reddit mongodb".split())
"""Companies that texts name for their service: only "at Twitter" speaks of the company."""

EVENT = re.compile(
    r"(?:con|conf|conference|summit|meetup|workshop|symposium|hackathon|sprints?|days?|week|camp|"
    r"fest|hour|session|track|award)$|^(?:py|ep|djangocon|europython|pycon|pydata|scipy)[\w]*$|"
    r"\d{4}",
    re.IGNORECASE,
)
"""A word of the name of an event."""

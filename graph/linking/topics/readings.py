"""Short forms with several usual readings: a site's other topics tell which one is meant."""

from __future__ import annotations

from collections.abc import Mapping

from hallway.graph.linking.topics.label_parts import Label, form_of, read_label
from hallway.graph.linking.topics.words import run_together

__all__ = ["meant_by_others"]

_READINGS = """
al: active learning, artificial life
ann: artificial neural networks, approximate nearest neighbor search
asp: answer set programming, ASP.NET
ba: business analysis, bundle adjustment
bc: behavior cloning
bnn: Bayesian neural networks, binary neural networks
bo: Bayesian optimization
cad: computer-aided design, computer-aided diagnosis
cam: class activation maps, computer-aided manufacturing
cas: computer algebra, complex adaptive systems
cbr: case-based reasoning, content-based retrieval
cd: continuous delivery, continuous deployment, change detection
ce: cross-entropy
cl: continual learning, contrastive learning, curriculum learning, computational linguistics
cp: constraint programming, conformal prediction, competitive programming
cps: cyber-physical systems, continuation-passing style
cs: computer science, compressed sensing, citizen science
csp: constraint satisfaction problems, content security policy
ct: computed tomography, category theory
da: data augmentation, domain adaptation, data assimilation, data analysis
de: differential equations, differential evolution, developer experience
dft: density functional theory, discrete Fourier transform
dh: digital humanities, digital health
dp: differential privacy, dynamic programming, design patterns
dr: disaster recovery, dimensionality reduction, domain randomization
ds: data science, data structures, distributed systems
dt: decision trees, digital twins, design thinking
ea: evolutionary algorithms, enterprise architecture
em: expectation maximization, entity matching
es: evolution strategies, event sourcing, Elasticsearch, expert systems
ga: genetic algorithms, geometric algebra
gp: Gaussian processes, genetic programming
gs: Gaussian splatting
ids: intrusion detection, interaction design
ie: information extraction, Internet Explorer
ilp: integer linear programming, inductive logic programming
ip: intellectual property, integer programming, internet protocol
kd: knowledge distillation, knowledge discovery
lp: linear programming, link prediction, logic programming
md: Markdown, molecular dynamics
mda: model-driven architecture, multivariate data analysis
mfa: multi-factor authentication, mean-field approximation
ml: machine learning, markup languages
mpc: model predictive control, secure multi-party computation
mr: mixed reality, magnetic resonance imaging, MapReduce, merge requests
ms: mass spectrometry, management science
mt: machine translation, metamorphic testing, mutation testing
nas: neural architecture search, network-attached storage
oa: open access
ot: optimal transport, operational transformation, operational technology
pac: PAC learning
pd: participatory design, professional development
pl: programming languages
plm: pretrained language models, product lifecycle management
pm: project management, product management, process mining, predictive maintenance
pos: part-of-speech tagging, point of sale
pr: public relations, pull requests, pattern recognition
ps: program synthesis, PowerShell
qa: question answering, quality assurance
ran: radio access networks
re: relation extraction, reverse engineering, requirements engineering, renewable energy
rs: remote sensing, recommender systems
sa: sentiment analysis, simulated annealing, software architecture
sam: Segment Anything Model, sharpness-aware minimization
san: storage area network
sca: side-channel attacks, software composition analysis
sd: Stable Diffusion, system dynamics, service design
se: software engineering, speech enhancement, social engineering
sg: scene graphs, smart grids
sl: supervised learning, split learning
smt: satisfiability modulo theories, statistical machine translation
sp: signal processing, stochastic programming
ssl: self-supervised learning, semi-supervised learning, Transport Layer Security
td: technical debt, temporal difference learning
tl: transfer learning, temporal logic
tp: theorem proving
va: visual analytics, voice assistants
vc: venture capital, version control, voice conversion
vi: variational inference, Vim
vo: visual odometry
"""

_STANDS_FOR: dict[str, tuple[str, ...]] = {
    short: tuple(readings.split(", "))
    for short, readings in (line.split(": ") for line in _READINGS.splitlines() if line)
}
"""Short form in small letters -> what it stands for."""


def meant_by_others(read: Mapping[str, Label]) -> dict[str, str]:
    """Return what short forms stand for where a site has one topic alone that they may.

    Parameters
    ----------
    read
        Key -> label, all of the site.

    Returns
    -------
    dict[str, str]
        Key of a short form -> key of the topic. One that has two of its readings on the site, or
        none, is left out.

    >>> labels = {"a": "DA", "b": "domain adaptation", "c": "SSL"}
    >>> meant_by_others({key: read_label(text) for key, text in labels.items()})
    {'a': 'b'}
    """
    having: dict[str, str] = {}
    for key, label in read.items():
        if label.form not in _STANDS_FOR:
            for form in (_form(label), run_together(label.words)):
                having.setdefault(form, key)
    found: dict[str, str] = {}
    for key, label in read.items():
        readings = map(read_label, _STANDS_FOR.get(label.form, ()))
        keys = [having[form] for form in dict.fromkeys(map(_form, readings)) if form in having]
        if len(keys) == 1:
            found[key] = keys[0]
    return found


def _form(label: Label) -> str:
    return form_of(label.entry.label) if label.entry is not None else label.form

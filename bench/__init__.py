"""Measures Hallway beside its peers in one run and prints tables; asserts nothing.

``python -m bench [--large] [demo] [pyvideo]``. The second, and the site that grows
(`bench.growing`), need the corpora in ``$HALLWAY_SHARED/data/corpora``; with ``--large`` it grows
to 116,542 talks, which takes half an hour. The machine's noise is part of every figure: read the
ratios.
"""

"""Measures Hallway beside its peers in one run and prints tables; asserts nothing.

``python -m bench [demo] [pyvideo]``. The second needs the pyvideo corpus in
``$HALLWAY_SHARED/data/corpora``. The machine's noise is part of every figure: read the ratios.
"""

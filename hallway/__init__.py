"""Conference programmes in, one knowledge graph out.

>>> from hallway import Site
>>> Site("my-site").config.title
'Hallway'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hallway.graph.site import Site

__all__ = ["Site", "__version__"]

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Import the public names when they are first used, so that ``import hallway`` stays cheap."""
    if name == "Site":
        from hallway.graph.site import Site

        return Site
    raise AttributeError(f"module 'hallway' has no attribute {name!r}")

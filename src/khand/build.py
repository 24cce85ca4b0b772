"""Which build of khand runs: wheels of the same source come compiled and as it is."""

from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec

_ONE_OF_MANY = "khand.cutting.document"
"""A module that is compiled wherever any is."""


def build() -> str:
    """``"compiled"``, or ``"pure Python"`` where khand's own modules are not C extensions."""
    spec = find_spec(_ONE_OF_MANY)
    return "compiled" if spec is not None and isinstance(spec.loader, ExtensionFileLoader) else "pure Python"

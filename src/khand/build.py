"""Which khand runs: its version, and its build: wheels of the same source come compiled and as it is."""

from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec

VERSION = "0.1.0"
"""The package's; the build reads it here, since asking the installed metadata takes as long as all else of a start."""

_ONE_OF_MANY = "khand.cutting.document"
"""A module that is compiled wherever any is."""


def build() -> str:
    """``"compiled"``, or ``"pure Python"`` where khand's own modules are not C extensions."""
    spec = find_spec(_ONE_OF_MANY)
    return "compiled" if spec is not None and isinstance(spec.loader, ExtensionFileLoader) else "pure Python"

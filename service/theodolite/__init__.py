"""Theodolite: the referee for map-making board games."""

__all__ = ["__license__", "__version__"]

__version__ = "3.0.0"
__license__ = "MIT"

"""Makes ``khand.ray.chunk_dataset`` reachable; Ray itself is loaded when it is called."""

from khand.adapters.ray import chunk_dataset

__all__ = ["chunk_dataset"]

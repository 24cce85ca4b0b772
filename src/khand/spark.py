"""Makes ``khand.spark.chunk_dataframe`` reachable; Spark itself is loaded when it is called."""

from khand.adapters.spark import chunk_dataframe, ddl

__all__ = ["chunk_dataframe", "ddl"]

"""Spark, with real processes on this machine: what comes out is the table of one process."""

import sys

import pytest
from _engines import COLUMNS, documents, killed, parquet_bytes, processes, telling

import khand

pa = pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")
from khand.adapters.arrow import table_schema  # noqa: E402

pytestmark = pytest.mark.timeout(300)  # engines take their time to start, on a busy machine most of all


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    """Two processors, and four tries for a task that fails, as a cluster has."""
    from pyspark.sql import SparkSession

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        builder = SparkSession.builder.master("local[2, 4]")
        settings = {
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.log.level": "OFF",
            "spark.local.dir": str(tmp_path_factory.mktemp("spark")),
            "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
            "spark.ui.enabled": "false",
        }
        for name, value in settings.items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        yield session
        session.stop()


@pytest.fixture
def frame(spark):
    return spark.createDataFrame(documents())


def collected(made):
    """What Spark gives back, whose schema knows neither large strings nor a version."""
    table = made.toArrow()
    assert table_schema().names == table.schema.names
    return table.cast(table_schema())


def test_table_of_one_process_byte_for_byte(frame) -> None:
    """Two workers with the tokenizer of the package make the rows that one process makes."""
    assert 2 == frame.rdd.getNumPartitions()
    made = collected(khand.spark.chunk_dataframe(frame, text_column="body", **COLUMNS, size=128, overlap=16))
    expected = khand.chunk_table(documents(), text_column="body", **COLUMNS, size=128, overlap=16)
    assert expected.num_rows > 400
    assert parquet_bytes(expected) == parquet_bytes(made)


def test_poisoned_row_is_a_row(frame, tmp_path) -> None:
    """A document that breaks is a row with its error, whichever of the two processes it meets."""
    count = telling(tmp_path, at_least=2, breaks_at="Copy 3.")
    made = collected(
        khand.spark.chunk_dataframe(frame, text_column="body", **COLUMNS, size=400, tokenizer=count)
    )
    alone = tmp_path / "alone"
    alone.mkdir()
    expected = khand.chunk_table(
        documents(), text_column="body", **COLUMNS, size=400, tokenizer=telling(alone, breaks_at="Copy 3.")
    )
    failed = made.filter(pa.compute.is_valid(made["error"]))
    assert ["12", "13", "14", "15", "17"] == failed["document"].to_pylist()
    assert ["RuntimeError: broken"] * 4 + ["the text is null"] == failed["error"].to_pylist()
    assert parquet_bytes(expected) == parquet_bytes(made)
    assert len(processes(tmp_path)) >= 2


def test_killed_worker_loses_and_doubles_nothing(frame, tmp_path) -> None:
    """A process dies in the middle of a partition of which it has handed out a part; its task is tried again, and the rows are there once."""
    count = telling(tmp_path, at_least=2, killed_at="Copy 7.")
    made = khand.spark.chunk_dataframe(
        frame, text_column="body", **COLUMNS, size=400, batch_bytes=10_000, tokenizer=count
    )
    table = collected(made)
    alone = tmp_path / "alone"
    alone.mkdir()
    expected = khand.chunk_table(
        documents(), text_column="body", **COLUMNS, size=400, tokenizer=telling(alone)
    )
    assert 1 == len(killed(tmp_path))
    assert parquet_bytes(expected) == parquet_bytes(table)


@pytest.mark.parametrize("checked", ["true", "false"])
@pytest.mark.parametrize("large", ["true", "false"])
def test_two_gibibytes_fit_by_their_types(spark, frame, large, checked) -> None:
    """Workers hand out large strings, whose offsets have 64 bits; Spark takes them, also where it looks at types, and keeps them where it has such itself."""
    spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", large)
    spark.conf.set("spark.sql.execution.arrow.pyspark.validateSchema.enabled", checked)
    try:
        table = khand.spark.chunk_dataframe(frame.limit(2), text_column="body", **COLUMNS).toArrow()
    finally:
        for name in ("useLargeVarTypes", "pyspark.validateSchema.enabled"):
            spark.conf.unset(f"spark.sql.execution.arrow.{name}")
    assert {"large_string" if large == "true" else "string"} == {
        str(table.schema.field(name).type) for name in ("text", "embed_text", "error")
    }
    assert khand.chunk_table(documents().slice(0, 2), text_column="body", **COLUMNS).equals(
        table.cast(table_schema())
    )


def test_what_a_worker_gets_at_once_is_bounded_by_bytes(spark) -> None:
    """Spark ends a batch that it hands to a worker by its bytes, whatever the number of rows, as long as nobody says otherwise."""
    assert int(spark.conf.get("spark.sql.execution.arrow.maxBytesPerBatch").removesuffix("b")) <= 256 << 20


def test_names_of_columns_may_be_anything(spark) -> None:
    """Dots and backticks in names mean nothing else; columns that are not asked for stay where they are."""
    frame = spark.createDataFrame([("Thirty days.", 1)], "`a.b``c` string, other int")
    made = khand.spark.chunk_dataframe(frame, text_column="a.b`c")
    assert ["Thirty days."] == [row.text for row in made.collect()]


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"text_column": "text"}, "text_column"),
        ({"text_column": "id"}, "text_column"),
        ({"id_column": "key"}, "id_column"),
        ({"size": 0}, "size"),
        ({"batch_bytes": 0}, "batch_bytes"),
    ],
)
def test_wrong_settings_are_one_error_before_any_work(frame, options, option) -> None:
    """What no document can be cut with is told at once, not by every worker."""
    with pytest.raises(khand.OptionError) as caught:
        khand.spark.chunk_dataframe(frame, **{"text_column": "body", **options})
    assert option == caught.value.option

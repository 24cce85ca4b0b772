"""Ray Data, with real processes on this machine: what comes out is the table of one process."""

import pytest
from _engines import COLUMNS, documents, killed, parquet_bytes, processes, telling

import khand

pa = pytest.importorskip("pyarrow")
ray = pytest.importorskip("ray")
pytest.importorskip("ray.data")
from khand.adapters.batches import TableCutter  # noqa: E402
from khand.adapters.ray import _Worker as Worker  # noqa: E402

pytestmark = pytest.mark.timeout(300)  # engines take their time to start, on a busy machine most of all


@pytest.fixture(scope="module", autouse=True)
def cluster(tmp_path_factory):
    """Three CPUs: two for workers, one for reading."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_AUTH_MODE", "disabled")  # else a token is written to the home of whoever runs this
        ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
        ray.data.DataContext.get_current().execution_options.preserve_order = True
        yield
        ray.shutdown()


def dataset(parts=8):
    table = documents()
    return ray.data.from_arrow([table.slice(i, 40 // parts) for i in range(0, 40, 40 // parts)])


def collected(made):
    return pa.concat_tables(ray.get(made.to_arrow_refs()))


def test_table_of_one_process_byte_for_byte() -> None:
    """Two workers with the tokenizer of the package make the rows that one process makes, in the same schema."""
    made = collected(khand.ray.chunk_dataset(dataset(), text_column="body", **COLUMNS, size=128, overlap=16))
    expected = khand.chunk_table(documents(), text_column="body", **COLUMNS, size=128, overlap=16)
    assert expected.num_rows > 400
    assert made.schema.equals(expected.schema, check_metadata=True)
    assert parquet_bytes(expected) == parquet_bytes(made)


def test_poisoned_row_is_a_row(tmp_path) -> None:
    """A document that breaks is a row with its error, whichever of the two processes it meets."""
    made = collected(
        khand.ray.chunk_dataset(
            dataset(),
            text_column="body",
            **COLUMNS,
            size=400,
            tokenizer=telling(tmp_path, at_least=2, breaks_at="Copy 3."),
        )
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


def test_killed_worker_loses_and_doubles_nothing(tmp_path) -> None:
    """A process dies in the middle of a block of which it has handed out a part; the block is cut again, and the rows are there once."""
    context = ray.data.DataContext.get_current()
    before, context.target_max_block_size = context.target_max_block_size, 10_000
    try:
        made = khand.ray.chunk_dataset(
            dataset(parts=2),
            text_column="body",
            **COLUMNS,
            size=400,
            batch_bytes=10_000,
            tokenizer=telling(tmp_path, at_least=2, killed_at="Copy 7."),
        )
        table = collected(made)
    finally:
        context.target_max_block_size = before
    alone = tmp_path / "alone"
    alone.mkdir()
    expected = khand.chunk_table(
        documents(), text_column="body", **COLUMNS, size=400, tokenizer=telling(alone)
    )
    assert 1 == len(killed(tmp_path))
    assert len(processes(tmp_path)) > 2
    assert parquet_bytes(expected) == parquet_bytes(table)


def test_document_that_kills_every_process_ends_the_run(tmp_path) -> None:
    """It is tried four times, and then told; by itself Ray would try without end."""
    count = telling(tmp_path, killed_at="Copy 7.", kills=100)
    made = khand.ray.chunk_dataset(dataset(), text_column="body", workers=1, tokenizer=count)
    with pytest.raises(ray.exceptions.RayError):
        made.materialize()
    assert 4 == len(killed(tmp_path))


def test_columns_are_there_where_no_document_has_a_chunk() -> None:
    """Blank documents make no rows, and a dataset that has the columns; frames of pandas are documents, too."""
    pandas = pytest.importorskip("pandas")
    made = khand.ray.chunk_dataset(ray.data.from_pandas(pandas.DataFrame({"text": ["", " \n"]})), workers=1)
    table = collected(made)
    assert 0 == table.num_rows
    assert khand.chunk_table(documents().slice(0, 0), text_column="body").schema.equals(table.schema)


def test_two_gibibytes_fit_by_their_types() -> None:
    """No column of text that a worker makes has offsets of 32 bits, which end at 2 GiB, even where the text that came in has."""
    block = documents().select(["body"])
    assert pa.string() == block.schema.field("body").type
    (made,) = Worker(TableCutter(khand.Settings(), "body"))(block)
    kinds = {
        name: str(made.schema.field(name).type) for name in ("document", "text", "embed_text", "headings")
    }
    assert {"large_string", "list<item: large_string>"} == set(kinds.values())
    assert pa.string() not in made.schema.types


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"text_column": "text"}, "text_column"),
        ({"text_column": "id"}, "text_column"),
        ({"id_column": "key"}, "id_column"),
        ({"size": 0}, "size"),
        ({"workers": 0}, "workers"),
        ({"batch_bytes": 0}, "batch_bytes"),
    ],
)
def test_wrong_settings_are_one_error_before_any_work(options, option) -> None:
    """What no document can be cut with is told at once, not by every worker."""
    with pytest.raises(khand.OptionError) as caught:
        khand.ray.chunk_dataset(dataset(), **{"text_column": "body", **options})
    assert option == caught.value.option


def test_wrong_column_that_only_workers_see() -> None:
    """Where Ray does not know the columns before it runs, the task that fails names what is wrong."""
    unknown = dataset(parts=1).map_batches(lambda table: table, batch_format="pyarrow")
    assert unknown.schema(fetch_if_missing=False) is None
    with pytest.raises(Exception, match=r"text_column='text': must name one column of id, body, path"):
        khand.ray.chunk_dataset(unknown).materialize()

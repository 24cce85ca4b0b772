"""Chunks in PostgreSQL with pgvector: the statements for a table of them."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, get_type_hints

from khand.chunk_record import Chunk
from khand.errors import OptionError

_KINDS = {
    str: "text NOT NULL",
    str | None: "text",
    int: "bigint NOT NULL",
    int | None: "bigint",
    bool: "boolean NOT NULL",
    tuple[str, ...]: "text[] NOT NULL",
    dict[str, Any] | None: "jsonb",
}
"""PostgreSQL's types for those of a chunk's fields."""


class PgvectorSql(NamedTuple):
    """Statements for a table of chunks in PostgreSQL, for psycopg: `upsert` takes records with `vector`, `delete` a list of ids."""

    create: str
    upsert: str
    delete: str


def pgvector_sql(table: str, dimensions: int) -> PgvectorSql:
    """
    The statements that make a table of chunks, fill it and keep it.

    Args:
        table: The name of the table, of letters, digits and ``_``; the name of its schema and a dot may stand before it.
        dimensions: How many dimensions a vector has.

    The table has the columns of the record (``"end"`` is quoted in PostgreSQL) and `vector`. The extension `vector` must be there.

    Raises:
        OptionError: `table` is not such a name.

    >>> sql = pgvector_sql("chunks", 384)
    >>> sql.create[:60], sql.create[-30:]
    ('CREATE TABLE IF NOT EXISTS "chunks" ("id" text NOT NULL PRIM', '"vector" vector(384) NOT NULL)')
    >>> sql.delete
    'DELETE FROM "chunks" WHERE "id" = ANY(%s)'
    """
    if not re.fullmatch(r"\w+(\.\w+)?", table):
        raise OptionError(
            f"table={table!r}: must be a name of letters, digits and _, or schema.name",
            option="table",
            value=table,
        )
    named = ".".join(f'"{part}"' for part in table.split("."))
    kinds = {name: _KINDS[kind] for name, kind in get_type_hints(Chunk).items()}
    kinds |= {"id": f"{kinds['id']} PRIMARY KEY", "vector": f"vector({int(dimensions)}) NOT NULL"}
    columns = ", ".join(f'"{name}" {kind}' for name, kind in kinds.items())
    names = ", ".join(f'"{name}"' for name in kinds)
    values = ", ".join(f"%({name})s" for name in kinds)
    updates = ", ".join(f'"{name}" = EXCLUDED."{name}"' for name in kinds if name != "id")
    return PgvectorSql(
        f"CREATE TABLE IF NOT EXISTS {named} ({columns})",
        f'INSERT INTO {named} ({names}) VALUES ({values}) ON CONFLICT ("id") DO UPDATE SET {updates}',
        f'DELETE FROM {named} WHERE "id" = ANY(%s)',
    )

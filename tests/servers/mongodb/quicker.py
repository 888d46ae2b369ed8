"""Makes SecantusDB do less for each write. What a client sees stays the same.

A run of the tests sends hundreds of thousands of writes, and the processor is what it waits for.
"""

import gc
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import secantus.commands as commands
from secantus.storage import Storage, _id_point_lookup_keys

STATEMENTS = ("_update_matching_single_txn", "_update_chunk", "find_matching")
by_index = Storage._try_index_id_keys


def by_id_first(store: Storage, db: str, coll: str, query: dict[str, Any], **rest: Any) -> list[int] | None:
    """It goes through the definitions of all indexes, except if `_id` is all that is asked for. Who calls this holds each document against the whole query."""
    asked = query.get("_id") if query else None
    if asked is None or any(field.startswith("$") for field in query):
        return by_index(store, db, coll, query, **rest)
    keys = None if isinstance(asked, Mapping) else _id_point_lookup_keys(asked)
    if keys is None:
        return by_index(store, db, coll, query, **rest)
    found = (store._doc_recordid(db, coll, key) for key in keys)
    return [one for one in found if one is not None]


def within_a_statement(method: Callable[..., Any]) -> Callable[..., Any]:
    """While it runs, the definition of each collection is read once, and not up to ten times for each document."""

    def run(store: Storage, *args: Any, **rest: Any) -> Any:
        if getattr(store._tls, "definitions", None) is not None:
            return method(store, *args, **rest)
        store._tls.definitions = {}
        try:
            return method(store, *args, **rest)
        finally:
            store._tls.definitions = None

    return run


read_indexes = Storage._iter_indexes
read_options = Storage._coll_options


def indexes_of(store: Storage, db: str, coll: str) -> Iterable[tuple[str, dict[str, Any], dict[str, Any]]]:
    known = getattr(store._tls, "definitions", None)
    if known is None:
        return read_indexes(store, db, coll)
    if ("indexes", db, coll) not in known:
        known["indexes", db, coll] = list(read_indexes(store, db, coll))
    return known["indexes", db, coll]


def options_of(store: Storage, db: str, coll: str) -> dict[str, Any] | None:
    known = getattr(store._tls, "definitions", None)
    found = known.get(("options", db, coll)) if known is not None else None
    if found is None:
        found = read_options(store, db, coll)
        # The first write of a collection gives it its id.
        if known is not None and found and "uuid" in found:
            known["options", db, coll] = found
    return found


def make_quicker() -> None:
    Storage._try_index_id_keys = by_id_first
    Storage._iter_indexes = indexes_of
    Storage._coll_options = options_of
    for name in STATEMENTS:
        setattr(Storage, name, within_a_statement(getattr(Storage, name)))
    # What it makes is freed when nothing refers to it any more. Cycles are rare, and would be looked for after every 700 objects.
    gc.freeze()
    gc.set_threshold(50_000)
    # The profile is off, and it would look that up after each command.
    commands._maybe_record_profile = lambda *_: None

"""Serves SecantusDB until standard input ends: whoever started it is gone then, however it ended.

Arguments: a folder that is removed with it, or "-"; then the server's own.
"""

import faulthandler
import os
import shutil
import signal
import sys
import threading
import time
import types


class Unused(types.ModuleType):
    """A package for places on the globe, of which the tests store none. To load these with numpy is half of a start."""

    __path__: list[str] = []

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.__dict__.setdefault(name, type(name, (Exception,), {}))


for package in ("shapely", "shapely.errors", "shapely.geometry", "shapely.geometry.base", "s2sphere"):
    sys.modules[package] = Unused(package)

from quicker import make_quicker
from secantus.cli import main
from secantus.transactions import TransactionRegistry

make_quicker()

GRACE_SECONDS = 3
TIDY_SECONDS = 1
passing = sys.argv.pop(1)
faulthandler.register(signal.SIGUSR1)

tidy = TransactionRegistry._prune_retryable_locked
tidied = 0.0


def tidy_now_and_then(registry: TransactionRegistry) -> None:
    """At every write it looks at the outcomes of all writes of the last half hour; with 10,000 of them, it sorts them, too."""
    global tidied
    if time.monotonic() - tidied >= TIDY_SECONDS:
        tidy(registry)
        tidied = time.monotonic()


TransactionRegistry._prune_retryable_locked = tidy_now_and_then


def gone() -> None:
    if passing != "-":
        shutil.rmtree(passing, ignore_errors=True)
    os._exit(0)


def watch() -> None:
    while os.read(0, 4096):
        pass
    threading.Timer(GRACE_SECONDS, gone).start()
    os.kill(os.getpid(), signal.SIGTERM)


threading.Thread(target=watch, daemon=True).start()
try:
    main()
finally:
    gone()

"""Serves SecantusDB until standard input ends: whoever started it is gone then, however it ended.

Arguments: a folder that is removed with it, or "-"; then the server's own.
"""

import faulthandler
import os
import shutil
import signal
import sys
import threading

from secantus.cli import main

GRACE_SECONDS = 3
passing = sys.argv.pop(1)
faulthandler.register(signal.SIGUSR1)


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

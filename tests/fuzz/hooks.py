"""What schemathesis cannot know from the document: who asks, and which dates are likely.

VOUCH_FUZZ names a file of JSON: `url`; `cookie` of whoever is signed in, or null; `own`, for operations that end sessions
the cookies that they may use up (none: they are asked for by nobody); `files`, those that the person has; `counts`, the file to which the answers of each operation are written, by their status.
"""

import atexit
import gc
import json
import os
import re
import time
from collections import defaultdict
from datetime import date

import requests
import schemathesis
from hypothesis import strategies as st
from schemathesis.config import ProjectConfig
from schemathesis.specs.openapi import converter

COOKIE = "vouch_session"
# The token of a bearer is good for 15 minutes.
FRESH_SECONDS = 600
EDIT = {"title", "statement", "examples", "kind", "signature"}
RUN = {
    "language": lambda value: value in ("javascript", "typescript", "python"),
    "code": lambda value: isinstance(value, str) and len(value) < 1000,
    "submit": lambda value: isinstance(value, bool),
}

with open(os.environ["VOUCH_FUZZ"], encoding="utf-8") as file:
    given = json.load(file)

# Most dates that the document allows are years away: near ones are more telling, and all shall come.
near = st.dates(min_value=date(2026, 1, 1), max_value=date(2026, 12, 31))
every = st.dates(min_value=date(1900, 1, 1), max_value=date(2100, 12, 31))
schemathesis.openapi.format("date", st.one_of(near, every).map(str))

# It joins the greatest length of a text to its pattern. An engine that repeats a class 100,000 times takes most of a second to
# make, each time anew; so such lengths stay beside the pattern, as those do that the engine refuses.
HUGE = re.compile(r"\{(\d+,)?\d{5,}\}")
compiles = converter.is_valid_jsonschema_rs_regex
converter.is_valid_jsonschema_rs_regex = lambda pattern: not HUGE.search(pattern) and compiles(pattern)
# Most of what is made is garbage at once.
gc.set_threshold(50_000, 20, 100)


def remembered(look_up):
    """Looks the settings of an operation up once.

    They never change, and schemathesis finds them among those of all operations several times for each request.
    """
    known = {}

    def find(self, *, operation=None, **rest):
        if operation is None:
            return look_up(self, operation=None, **rest)
        key = (id(self), operation.label, *sorted(rest.items()))
        if key not in known:
            known[key] = look_up(self, operation=operation, **rest)
        return known[key]

    return find


for name in ("generation_for", "phases_for", "checks_config_for"):
    setattr(ProjectConfig, name, remembered(getattr(ProjectConfig, name)))

counts: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
bearer = {"token": "", "until": 0.0}
asked = 0


def token() -> str:
    """The access token of the cookie, asked for anew before it ends."""
    if time.monotonic() > bearer["until"]:
        answer = requests.get(f"{given['url']}/api/auth/session", cookies={COOKIE: given["cookie"]}, timeout=30)
        bearer.update(token=answer.json()["session"]["access_token"], until=time.monotonic() + FRESH_SECONDS)
    return bearer["token"]


@schemathesis.serializer("application/offset+octet-stream")
def offset_bytes(_context, value):
    """Bytes of an upload, whatever value was made."""
    return value if isinstance(value, bytes) else json.dumps(value).encode()


def is_id(value) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= 100


def leave_out_unknown(body) -> None:
    """Ids that no proof can have: a made-up one is refused, and nothing else of the call would come to light."""
    proof = body.get("proofData") if isinstance(body, dict) else None
    if not isinstance(proof, dict):
        return
    for name in ("email_task_id", "code_task_id"):
        if is_id(proof.get(name)):
            del proof[name]
    files = proof.get("files")
    if isinstance(files, list) and 1 <= len(files) <= 20 and all(map(is_id, files)):
        proof["files"] = [file for file in files if file in given["files"]]
        if not proof["files"]:
            del proof["files"]


def leave_out_run(case) -> None:
    """A body changes a question or runs code. With both, nothing but that refusal would come to light."""
    body = case.body
    if case.operation.label != "PUT /api/verifications/code-by-url/{id}" or not isinstance(body, dict):
        return
    is_valid = all(name not in body or is_good(body[name]) for name, is_good in RUN.items())
    if is_valid and not EDIT.isdisjoint(body):
        for name in RUN:
            body.pop(name, None)


DOCUMENTS = re.compile(r"^GET /api/reports/(reports/)?(html|pdf)$")
OF_PERIODS = {"start_date", "end_date"}
OF_HISTORY = {"history_type", "task_id", "actor", "from", "to"}
TAKEN = {"overall": OF_PERIODS, "procrastination": OF_PERIODS, "history": OF_HISTORY - {"task_id"}}


def leave_out_of_other_reports(case) -> None:
    """A document is refused with what only another report takes. Of so many parameters at random, nothing else would come to light."""
    query, meta = case.query, case.meta
    if not DOCUMENTS.match(case.operation.label) or not query or meta is None or not meta.generation.mode.is_positive:
        return
    for name in (OF_PERIODS | OF_HISTORY) - TAKEN.get(query.get("type"), set()):
        query.pop(name, None)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Signs the person in: in turn by cookie and by bearer, and where the call uses sessions up by one that may end."""
    global asked
    asked += 1
    # Of each four one as it was made: else keys that were used before, and versions that never were, hide what comes after.
    if asked % 4 != 0:
        if case.headers.get("Idempotency-Key"):
            case.headers["Idempotency-Key"] = f"{case.headers['Idempotency-Key'][:240]}-{asked}"
        if "If-Match" in case.headers:
            case.headers["If-Match"] = "*"
        leave_out_unknown(case.body)
        leave_out_run(case)
        leave_out_of_other_reports(case)
    if given["cookie"] is None:
        return
    own = given["own"].get(case.operation.label)
    if own == []:
        return
    if own is None and asked % 2 == 0:
        case.headers["Authorization"] = f"Bearer {token()}"
    else:
        case.cookies = {**(case.cookies or {}), COOKIE: given["cookie"] if own is None else own[asked % len(own)]}


@schemathesis.hook
def after_call(context, case, response):
    if case.method == case.operation.method.upper():
        counts[case.operation.label][response.status_code] += 1


@atexit.register
def tell() -> None:
    with open(given["counts"], "w", encoding="utf-8") as told:
        json.dump(counts, told)

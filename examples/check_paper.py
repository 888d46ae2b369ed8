#!/usr/bin/env python3
"""Checks papers and exports of Vouch offline: python3 check_paper.py FILE… [--keys vouch-keys.json]

Written from docs/checking-it-yourself.md alone, with Python's standard library and nothing else. Exit 0: unchanged, and signed by one
of the keys. 1: changed, or no paper. 2: unchanged since it was signed by the key in it, which was not compared with any.
"""
import base64, hashlib, io, json, struct, sys, zipfile, zlib
from urllib.parse import urlsplit

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def point(data):
    """A point of Ed25519 (RFC 8032) from its 32 bytes, in extended coordinates."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    assert y < P and x * x % P == square and not (x == 0 and sign), "no point of the curve"
    x = x if x & 1 == sign else P - x
    return (x, y, 1, x * y % P)


def add(one, other):
    a, b = (one[1] - one[0]) * (other[1] - other[0]) % P, (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number, of):
    result = (0, 1, 1, 0)
    while number:
        result, of, number = add(result, of) if number & 1 else result, add(of, of), number >> 1
    return result


BASE = point(bytes.fromhex("5866666666666666666666666666666666666666666666666666666666666666"))


def from_base64(text):
    data = base64.b64decode(text, validate=True)
    assert base64.b64encode(data).decode() == text, "base64 with bits that mean nothing"
    return data


def is_signed(signed, public_key):
    key, signature = from_base64(public_key), from_base64(signed["signature"])
    text = canonical({name: value for name, value in signed.items() if name != "signature"})
    half = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % L
    number = int.from_bytes(signature[32:], "little")
    one, other = times(number, BASE), add(point(signature[:32]), times(half, point(key)))
    return number < L and all((one[i] * other[2] - other[i] * one[2]) % P == 0 for i in (0, 1))


def canonical(value):
    """RFC 8785. Papers have whole numbers only. Python writes others as JavaScript does from 0.0001 to 10 to the power of 16."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return b"{" + b",".join(canonical(name) + b":" + canonical(value[name]) for name in names) + b"}"
    if isinstance(value, list):
        return b"[" + b",".join(map(canonical, value)) + b"]"
    if isinstance(value, float) and value == int(value) and abs(value) < 1e21:
        value = int(value)
    return json.dumps(value, ensure_ascii=False).encode()


sha = lambda data: hashlib.sha256(data).hexdigest()
node = lambda left, right: sha(b"\1" + bytes.fromhex(left) + bytes.fromhex(right))


def root_of(leaves):
    peaks = []  # the roots of complete subtrees with their sizes, from left to right
    for leaf in leaves:
        peaks.append((1, sha(b"\0" + bytes.fromhex(leaf))))
        while len(peaks) > 1 and peaks[-1][0] == peaks[-2][0]:
            (size, right), (_, left) = peaks.pop(), peaks.pop()
            peaks.append((2 * size, node(left, right)))
    top = peaks.pop()[1] if peaks else sha(b"")
    while peaks:
        top = node(peaks.pop()[1], top)
    return top


def is_continued(older, newer, path):
    """The consistency proof of RFC 9162, 2.1.4.2."""
    if older["size"] == newer["size"]:
        return path == [] and older["root"] == newer["root"]
    assert 0 < older["size"] < newer["size"] and (path or not older["size"]), "no consistency path"
    if older["size"] & (older["size"] - 1) == 0:
        path = [older["root"]] + path
    fn, sn = older["size"] - 1, newer["size"] - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for step in path[1:]:
        assert sn, "the consistency path is too long"
        if fn & 1 or fn == sn:
            fr, sr = node(step, fr), node(step, sr)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node(sr, step)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and fr == older["root"] and sr == newer["root"]


MEMBERS = "statement kind format made_at as_of from to time_zone origin head since proof_files digest key_id public_key signature".split()
HTML = b'<script type="application/vouch+json">', b"</script>"
PDF = b"<<\n/Type /EmbeddedFile\n/Subtype /application#2Fjson\n/Params <<\n/Size 8192\n>>\n/Length 8192\n>>\nstream\n", b"\nendstream"


def statement_of(text, form):
    signed = json.loads(text)
    assert canonical(signed) == text, "the statement is not canonical JSON"
    assert set(signed) == set(MEMBERS + ["files"] * (form == "zip")) and signed["statement"] == 1, "other members than a statement has"
    assert signed["format"] == form and (signed["kind"] == "bundle") == (form == "zip"), "the statement of another file"
    assert sha(from_base64(signed["public_key"]))[:16] == signed["key_id"], "the key's id is not that of the key"
    return signed


def require_signed(signed):
    assert is_signed(signed, signed["public_key"]), "the signature does not fit the statement"
    for head in [signed["head"]] + ([signed["since"]["head"]] if signed["since"] else []):
        assert head["key_id"] != signed["key_id"] or is_signed(head, signed["public_key"]), "the signature does not fit a head"
    if since := signed["since"]:
        assert since["head"]["ledger"] == signed["head"]["ledger"] and is_continued(since["head"], signed["head"], since["path"]), "rewritten"
    return signed


def check_page(data, form):
    opened, closed = PDF if form == "pdf" else HTML
    assert data.count(opened) == 1, "it has no statement, or more than one"
    start = data.index(opened) + len(opened)
    end = data.index(closed, start)
    text = data[start:end].rstrip(b" ")
    assert end - start == 8192 and len(text) < 8192, "the place of the statement is damaged"
    signed = statement_of(text, form)
    assert sha(data[:start] + data[end:]) == signed["digest"], "the file was changed after it was signed"
    return require_signed(signed)


def require_whole(data, infos):
    """Every byte of the archive (of at most 4 GiB) is one that its contents need, so that none can be changed unnoticed."""
    first, at, directory = infos[0], 0, b""
    year, month, day, hour, minute, second = first.date_time
    time = struct.pack("<HH", hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day)
    for info in infos:
        name, offset = info.orig_filename.encode(), at
        same, sums = struct.pack("<HH", 0x0808, info.compress_type) + time, struct.pack("<III", info.CRC, info.compress_size, info.file_size)
        head = b"PK\3\4\x14\0" + same + bytes(12) + struct.pack("<HH", len(name), 0) + name
        assert data[at : at + len(head)] == head, f"the entry {info.filename} does not fit the directory"
        at += len(head)
        if info.compress_type == zipfile.ZIP_DEFLATED:
            # zipfile stops at the last byte of the content, and would not notice that the end of the stream is missing.
            stream = zlib.decompressobj(-15)
            stream.decompress(data[at : at + info.compress_size])
            assert stream.eof and not stream.unused_data, f"the entry {info.filename} does not end where it should"
        at += info.compress_size
        assert data[at : at + 16] == b"PK\7\x08" + sums, f"the entry {info.filename} does not fit the directory"
        at += 16
        made = struct.pack("<BBH", first.create_version, first.create_system, 20)
        rest = struct.pack("<HHHHHII", len(name), len(first.extra), 0, 0, 0, first.external_attr, offset)
        directory += b"PK\1\2" + made + same + sums + rest + name + first.extra
    assert data[at:] == directory + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, len(infos), len(infos), len(directory), at, 0), "its end is another one"


def check_bundle(data):
    archive = zipfile.ZipFile(io.BytesIO(data))
    require_whole(data, archive.infolist())
    names = archive.namelist()
    assert names[-1] == "statement.json" and len(set(names)) == len(names), "it has no statement at its end, or a file twice"
    signed = statement_of(archive.read("statement.json"), "zip")
    assert sha(canonical(signed["files"])) == signed["digest"], "the digest is not that of the list"
    files = {name: archive.read(name) for name in names[:-1]}
    found = [{"path": name, "size": len(content), "sha256": sha(content)} for name, content in files.items()]
    by_path = lambda listed: sorted(listed, key=lambda one: one["path"])
    assert by_path(found) == by_path(signed["files"]), "a file was changed, added or taken out"
    ledger = json.loads(files["ledger.json"])
    assert ledger["head"] == signed["head"], "the ledger has another head"
    leaves, uploads, begun, before = {}, {}, set(), None
    for line in files["events.ndjson"].splitlines():
        event = json.loads(line)
        opened, event["private"] = event["private"], event.pop("sealed")
        event.pop("position", None)
        stream, revision, previous = event["stream"], event["revision"], event["metadata"]["previous_hash"]
        if before is None or before[0] != stream:
            assert stream not in begun, f"the stream {stream} is in two places"
            before = (stream, -1, None)
            begun.add(stream)
        is_shared = stream.startswith(("address-", "identity-")) and revision > before[1] + 1
        assert previous if is_shared else (revision, previous) == (before[1] + 1, before[2]), f"the chain of {stream} breaks"
        assert event["id"] not in leaves, f"the event {event['id']} is there twice"
        leaves[event["id"]] = event["metadata"].pop("hash")
        before = (stream, revision, leaves[event["id"]])
        assert sha(canonical(event)) == leaves[event["id"]], f"the event {event['id']} is not the one that its hash stands for"
        if event["type"] == "FileUploaded" and opened:
            uploads[event["stream"][len("file-") :]] = opened["sha256"]
    assert [entry["leaf_index"] for entry in ledger["entries"]] == list(range(ledger["head"]["size"])), "entries are missing"
    assert {entry["id"]: entry["hash"] for entry in ledger["entries"]} == leaves, "the events are not those of the ledger"
    assert root_of(entry["hash"] for entry in ledger["entries"]) == ledger["head"]["root"], "the events do not make the root"
    present = {file["path"] for file in json.loads(files.get("files.json", b"[]"))}
    for name, content in files.items():
        if name.startswith("files/") and (content or name in present):
            assert uploads.get(name.split("/")[1]) == sha(content), f"{name} is not the file that was uploaded"
    return require_signed(signed)


def compare(signed, keys):
    origin = lambda url: (urlsplit(url).scheme, urlsplit(url).netloc.lower())
    assert origin(signed["origin"]) == origin(keys["origin"]), "it comes from another origin"
    for one, at in [(signed, signed["made_at"])] + [(head, head["at"]) for head in [signed["head"], (signed["since"] or {}).get("head")] if head]:
        key = next((key for key in keys["keys"] if key["key_id"] == one["key_id"]), None)
        assert key and is_signed(one, key["public_key"]), "it is not signed by one of the keys"
        assert key["since"] <= at <= (key["until"] or at), "its key was not in force when it was signed"


def check(data, keys=None):
    """The exit code, and why."""
    try:
        form = "zip" if data[:2] == b"PK" else "pdf" if data[:5] == b"%PDF-" else "html"
        signed = check_bundle(data) if form == "zip" else check_page(data, form)
        if keys:
            compare(signed, keys)
        return (0, "unchanged, and signed by one of the keys") if keys else (2, f"unchanged since the key {signed['key_id']} signed it")
    except Exception as error:  # whatever cannot be read was changed
        return 1, str(error) or type(error).__name__


if __name__ == "__main__":
    paths = sys.argv[1:]
    keys = None
    if "--keys" in paths:
        at = paths.index("--keys")
        keys, paths = json.load(open(paths[at + 1])), paths[:at] + paths[at + 2 :]
    results = [(path, *check(open(path, "rb").read(), keys)) for path in paths]
    for path, code, why in results:
        print(f"{path}: {why} ({code})")
    codes = [code for _, code, _ in results]
    sys.exit(1 if 1 in codes or not codes else max(codes))

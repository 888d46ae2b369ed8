#!/usr/bin/env python3
"""Checks papers and exports of Vouch offline, as docs/checking-it-yourself.md says, with nothing but Python's standard library:

    python3 check_paper.py FILE… [--keys vouch-keys.json] [--file PROOF]… [--earlier OLDER]

Exit 0: unchanged, and signed by one of the keys. 1: changed, or no paper. 2: unchanged since it was signed by the key in it, which was
not compared with any; or whether it goes on from the older file, only a later export can show.
"""
import argparse, base64, email, email.policy, hashlib, html, io, json, re, struct, sys, zipfile, zlib


def require(condition, why):
    if not condition:
        raise ValueError(why)


# Ed25519 (RFC 8032), with the two coordinates of each point.
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def point(data):
    sign, y = divmod(int.from_bytes(data, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    require(y < P and x * x % P == square and (x or not sign), "a key or a signature is no point of the curve")
    return x if x % 2 == sign else P - x, y


def add(one, other):
    (a, b), (c, d) = one, other
    k = D * a * b * c * d % P
    inverse = pow(1 - k * k, -1, P)
    return (a * d + b * c) * (1 - k) * inverse % P, (b * d + a * c) * (1 + k) * inverse % P


def times(number, of):
    result = (0, 1)
    while number:
        result, of, number = add(result, of) if number % 2 else result, add(of, of), number // 2
    return result


def is_signed(signed, public_key):
    key, signature = from_base64(public_key, 32), from_base64(signed["signature"], 64)
    text = canonical({name: value for name, value in signed.items() if name != "signature"})
    factor = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % L
    number, base = int.from_bytes(signature[32:], "little"), point(bytes.fromhex("58" + 31 * "66"))
    return number < L and times(number, base) == add(point(signature[:32]), times(factor, point(key)))


def from_base64(text, size):
    data = base64.b64decode(text)
    require(len(data) == size and base64.b64encode(data).decode() == text, "a key or a signature is not written as it should be")
    return data


def canonical(value):
    """RFC 8785. All names of members are ASCII and all numbers of a usual size, so Python sorts and writes them in the same way."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


# The Merkle tree (RFC 9162). Its left part has the largest power of two of leaves that is less than all of them.
sha = lambda data: hashlib.sha256(data).hexdigest()
node = lambda left, right: sha(b"\1" + bytes.fromhex(left) + bytes.fromhex(right))
left_of = lambda size: 1 << (size - 1).bit_length() - 1


def root_of(leaves):
    if len(leaves) == 1:
        return leaves[0]
    left = left_of(len(leaves))
    return node(root_of(leaves[:left]), root_of(leaves[left:]))


def roots_by(path, older, newer, root):
    """The roots of the older and of the newer tree, by a consistency path. `root`: the older one's, as long as it may be a whole part."""
    if older == newer:
        require(len(path) == (0 if root else 1), "the consistency path has another length")
        return (root or path[0],) * 2
    left, rest, beside = left_of(newer), path[:-1], path[-1]
    if older <= left:
        before, now = roots_by(rest, older, left, root)
        return before, node(now, beside)
    before, now = roots_by(rest, older - left, newer - left, None)
    return node(beside, before), node(beside, now)


MEMBERS = "statement kind format made_at as_of from to time_zone origin head since proof_files digest key_id public_key signature".split()
HTML = b'<script type="application/vouch+json">', b"</script>"
PDF = b"<<\n/Type /EmbeddedFile\n/Subtype /application#2Fjson\n/Params <<\n/Size 8192\n>>\n/Length 8192\n>>\nstream\n", b"\nendstream"


def statement_in(text, form):
    """A statement with everything about it checked but its digest and its keys."""
    signed = json.loads(text)
    require(canonical(signed) == text, "the statement is not canonical JSON")
    require(set(signed) == set(MEMBERS + ["files"] * (form == "zip")) and signed["statement"] == 1, "the statement has other members")
    require(signed["format"] == form and (signed["kind"] == "bundle") == (form == "zip"), "the statement is that of another file")
    require(sha(from_base64(signed["public_key"], 32))[:16] == signed["key_id"], "the key's id is not that of the key")
    if signed["since"]:
        older, newer, path = signed["since"]["head"], signed["head"], signed["since"]["path"]
        require(older["ledger"] == newer["ledger"] and 0 < older["size"] <= newer["size"], "the record was rewritten")
        roots = roots_by(path, older["size"], newer["size"], older["root"])
        require(roots == (older["root"], newer["root"]), "the record was rewritten")
    return signed


def check_page(data, form):
    opened, closed = PDF if form == "pdf" else HTML
    require(data.count(opened) == 1, "it has no statement, or more than one")
    start = data.index(opened) + len(opened)
    end = data.index(closed, start)
    text = data[start:end].rstrip(b" ")
    require(end - start == 8192 and len(text) < 8192, "the place of the statement is damaged")
    signed = statement_in(text, form)
    require(sha(data[:start] + data[end:]) == signed["digest"], "the file was changed after it was signed")
    return signed


def unzipped(data):
    """The files of an archive (of at most 4 GiB), which is put together again from them: so no byte of it can be another one."""
    infos = zipfile.ZipFile(io.BytesIO(data)).infolist()
    first, files, body, directory = infos[0], {}, bytearray(), b""
    for info in infos:
        name, at = info.orig_filename.encode(), len(body)
        same = struct.pack("<HH4s", 0x0808, info.compress_type, data[10:14])
        sums = struct.pack("<III", info.CRC, info.compress_size, info.file_size)
        body += b"PK\3\4\x14\0" + same + bytes(12) + struct.pack("<HH", len(name), 0) + name
        content = data[len(body) : len(body) + info.compress_size]
        body += content + b"PK\7\x08" + sums
        made = struct.pack("<BBH", first.create_version, first.create_system, 20)
        rest = struct.pack("<HHHHHII", len(name), len(first.extra), 0, 0, 0, first.external_attr, at)
        directory += b"PK\1\2" + made + same + sums + rest + name + first.extra
        if info.compress_type == zipfile.ZIP_DEFLATED:
            packed = zlib.decompressobj(-15)
            content = packed.decompress(content)
            require(packed.eof and not packed.unused_data, f"{info.filename} does not end where it should")
        files[info.filename] = content
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, len(files), len(files), len(directory), len(body), 0)
    require(body + directory + end == data, "the archive was changed after it was made")
    return files


def check_events(lines):
    """Follows the chain of each stream. Returns the events' hashes by their ids, and the sums of uploaded files by the files' ids."""
    ends, hashes, uploads = {}, {}, {}
    for event in map(json.loads, lines):
        opened, event["private"] = event["private"], event.pop("sealed")
        event.pop("position")
        stream, revision, hashed = event["stream"], event["revision"], event["metadata"].pop("hash")
        require(sha(canonical(event)) == hashed, f"the event {event['id']} is not the one that its hash stands for")
        last, before = ends.get(stream, (-1, None))
        previous = event["metadata"]["previous_hash"]
        is_gap = revision > last + 1 and stream.startswith(("address-", "identity-"))
        require(previous if is_gap else (revision, previous) == (last + 1, before), f"{stream} breaks at revision {revision}")
        ends[stream], hashes[event["id"]] = (revision, hashed), hashed
        if event["type"] == "FileUploaded" and opened:
            uploads[stream[len("file-") :]] = opened["sha256"]
    return hashes, uploads


def check_bundle(data):
    """The statement of an export, and the hashes of the leaves of its ledger."""
    files = unzipped(data)
    require(list(files)[-1] == "statement.json", "it has no statement at its end")
    signed = statement_in(files.pop("statement.json"), "zip")
    require(sha(canonical(signed["files"])) == signed["digest"], "the digest is not that of the list of files")
    found = [{"path": name, "size": len(content), "sha256": sha(content)} for name, content in files.items()]
    require(sorted(map(canonical, found)) == sorted(map(canonical, signed["files"])), "a file was changed, added or taken out")
    hashes, uploads = check_events(files["events.ndjson"].splitlines())
    head, ledger = signed["head"], json.loads(files["ledger.json"])
    entries = ledger["entries"]
    require(ledger["head"] == head, "the ledger has another head")
    require([entry["leaf_index"] for entry in entries] == list(range(head["size"])), "the ledger is not whole")
    require({entry["id"]: entry["hash"] for entry in entries} == hashes and len(entries) == len(hashes), "the ledger has other events")
    leaves = [sha(b"\0" + bytes.fromhex(entry["hash"])) for entry in entries]
    require(root_of(leaves) == head["root"], "the events do not make the root of the head")
    present = [file["path"] for file in json.loads(files.get("files.json", b"[]"))]
    for name in files:
        if name.startswith("files/") and (files[name] or name in present):
            require(uploads.get(name.split("/")[1]) == sha(files[name]), f"{name} is not the file that was uploaded")
    return signed, leaves


def heads_in(signed):
    return [signed["head"]] + ([signed["since"]["head"]] if signed["since"] else [])


def require_key(one, paper, keys):
    """Requires that a key of the list has signed. Without a list there is the key in the paper, and a head of an earlier key is passed."""
    own = {"key_id": paper["key_id"], "public_key": paper["public_key"], "since": "", "until": None}
    key = next((key for key in (keys["keys"] if keys else [own]) if key["key_id"] == one["key_id"]), None)
    at = one.get("made_at") or one["at"]
    is_good = key and key["since"] <= at <= (key["until"] or at) and is_signed(one, key["public_key"])
    require(is_good or not (key or keys), "it is not signed by a key that was in force")


def check_file(data, keys=None):
    """The statement of a paper, and the leaves of an export; None for other papers."""
    form = "zip" if data[:2] == b"PK" else "pdf" if data[:5] == b"%PDF-" else "html"
    signed, leaves = check_bundle(data) if form == "zip" else (check_page(data, form), None)
    require(not keys or keys["origin"].lower() == signed["origin"].lower(), "it comes from another origin")
    for one in [signed] + heads_in(signed):
        require_key(one, signed, keys)
    return signed, leaves


def head_of(data):
    """The head of an older paper, which must itself be unchanged, or of a mail."""
    try:
        return check_file(data)[0]["head"]
    except Exception:
        parts = email.message_from_bytes(data, policy=email.policy.default).walk()
        texts = [html.unescape(part.get_content()) for part in parts if part.get_content_maintype() == "text"]
        lines = [line for text in texts for line in re.findall(r'\{"ledger":[^{}]*(?:\{[^{}]*\}[^{}]*)?\}', text)]
        require(lines, "there is no head in the older file")
        return max(map(json.loads, lines), key=lambda head: head["size"])


def goes_on(older, signed, leaves):
    """Whether a paper shows that its record goes on from an older head. False: only a later export can show that."""
    head, states = signed["head"], [[one[name] for name in ("ledger", "size", "root")] for one in [older] + heads_in(signed)]
    is_own = older["ledger"] == head["ledger"]
    common = head if is_own else head["succeeds"]
    require(common["ledger"] == older["ledger"], "the older head is of another record")
    require(is_own or older["size"] <= common["size"], "the record was begun anew before the older head")
    if states[0] in states[1:]:
        return True
    if leaves is None or (is_own and older["size"] > len(leaves) and older["at"] > head["at"]):
        require(not is_own or older["size"] != head["size"], "the record was rewritten")
        return False
    require(older["size"] <= len(leaves) and root_of(leaves[: older["size"]]) == older["root"], "the record was rewritten")
    return True


def check(data, keys=None, proofs={}, earlier=None):
    """The exit code, and why. `proofs`: what is in files, by their names. `earlier`: what is in a file."""
    try:
        signed, leaves = check_file(data, keys)
        for name, proof in proofs.items():
            require(sha(proof) in signed["proof_files"], f"{name} is not one of the files that it names as proof")
        if earlier is not None:
            older = head_of(earlier)
            require_key(older, signed, keys)
            if not goes_on(older, signed, leaves):
                return 2, "unchanged; whether it goes on from the older file, only a later export can show"
    except Exception as error:  # Whatever cannot be read was changed.
        return 1, str(error) or type(error).__name__
    return (0, "unchanged, and signed by one of the keys") if keys else (2, f"unchanged since the key {signed['key_id']} signed it")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Checks papers and exports of Vouch offline.")
    parser.add_argument("papers", nargs="+")
    parser.add_argument("--keys", help="a saved vouch-keys.json")
    parser.add_argument("--file", action="append", default=[], help="a file that the paper should name as proof")
    parser.add_argument("--earlier", help="an older paper, or a mail saved as .eml")
    parser.error = sys.exit  # Its own exit code, 2, would mean something else.
    given, read = parser.parse_args(), lambda path: path and open(path, "rb").read()
    try:
        keys, earlier = given.keys and json.loads(read(given.keys)), read(given.earlier)
        proofs = {path: read(path) for path in given.file}
        require(not given.keys or {"origin", "keys"} <= set(keys), f"{given.keys} is no list of keys")
        results = [check(read(path), keys, proofs, earlier) for path in given.papers]
    except (OSError, ValueError, TypeError) as error:
        sys.exit(f"A file cannot be used: {error}")
    for path, (code, why) in zip(given.papers, results):
        print(f"{path}: {why} ({code})")
    codes = [code for code, _ in results]
    sys.exit(1 if 1 in codes else max(codes))

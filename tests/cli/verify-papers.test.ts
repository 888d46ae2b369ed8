import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type PaperFlags, verifyPapers } from '../../src/cli/papers/verify-papers.ts';
import type { KeyList } from '../../src/contracts/ledger/head.ts';
import { consistencyRanges, rootOf } from '../../src/contracts/ledger/merkle.ts';
import { checkPaper } from '../../src/contracts/ledger/papers/check-paper.ts';
import { PDF_PLACE } from '../../src/contracts/ledger/papers/place.ts';
import type { PaperFacts } from '../../src/reports/papers/sign-paper.ts';
import { exampleBundle, exampleEvents, headOf, leavesTo, ORIGIN, signingHouse } from '../support/papers.ts';

const folder = mkdtempSync(join(tmpdir(), 'vouch-papers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const house = signingHouse();
const keyList = await house.keys();
const keys = put('keys.json', JSON.stringify(keyList));
const report = put('report.html', await house.paper(await house.head(9)));
const bundle = put('bundle.zip', await exampleBundle(house));

/** Nobody is asked. */
const silent: typeof fetch = async () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
};

async function run(paths: readonly string[], flags: PaperFlags = {}, ask = silent) {
  const lines: string[] = [];
  const code = await verifyPapers({ print: (line) => void lines.push(line), fetch: ask }, paths, flags);
  return { code, text: lines.join('\n') };
}
const codeOf = async (...given: Parameters<typeof run>): Promise<number> => (await run(...given)).code;

describe('vouch verify FILE', () => {
  it('ends with 0 for papers that are signed by a key of the list in --keys', async () => {
    expect(await codeOf([report, bundle], { keys })).toBe(0);
  });

  it('ends with 2 without keys, and names the key and where to compare it', async () => {
    const { code, text } = await run([report]);
    expect(code).toBe(2);
    expect(text).toContain(`${ORIGIN}/.well-known/vouch-keys.json`);
    expect(text).toContain(keyList.keys[0]?.key_id);
  });

  it('ends with 1 for what is changed, torn, forged, or no paper', async () => {
    const forger = signingHouse();
    const forged = put('forged.html', await forger.paper(await forger.head(9)));
    const changed = put('changed.html', Buffer.from(await house.paper(await house.head(9))).fill('9', 60, 61));
    const texts = ['nothing.txt', 'torn.html', 'empty.txt'].map((name) =>
      put(name, { 'torn.html': '<!doctype html>\n<html>' }[name] ?? ''),
    );
    for (const path of [changed, ...texts, join(folder, 'missing.html')]) expect([path, await codeOf([path])]).toEqual([path, 1]);
    expect([await codeOf([forged]), await codeOf([forged], { keys })]).toEqual([2, 1]);
  });

  it('asks the origin in --origin for its keys, and ends with 3 if that does not answer', async () => {
    const asked: string[] = [];
    const answers: typeof fetch = async (url) => {
      asked.push(String(url));
      return Response.json(keyList);
    };
    expect(await codeOf([report], { origin: ORIGIN }, answers)).toBe(0);
    expect(asked).toEqual([`${ORIGIN}/.well-known/vouch-keys.json`]);
    const { code, text } = await run([report], { origin: ORIGIN });
    expect([code, text]).toEqual([3, expect.stringContaining('connect ECONNREFUSED')]);
    expect(await codeOf([report], { origin: 'http://vouch.example' }, answers)).toBe(3);
    expect(await codeOf([report], { origin: 'http://localhost:1' }, answers)).toBe(0);
    expect(await codeOf([report], { origin: ORIGIN }, async () => new Response('no', { status: 500 }))).toBe(3);
  });

  it('ends with the worst of several: 1, then 3, then 2; --json lists each of them', async () => {
    const nothing = put('no.txt', 'no paper');
    expect(await codeOf([report, nothing], { origin: ORIGIN })).toBe(1);
    const { text, code } = await run([report, bundle], { json: true });
    expect(code).toBe(2);
    expect(JSON.parse(text)).toMatchObject({
      ok: false,
      exit: 2,
      papers: [{ file: report, exit: 2, result: 'unknown_signer', kind: 'weekly' }, { kind: 'bundle' }],
    });
  });

  it('says what to do if what is compared cannot be read', async () => {
    expect(await run([report], { keys: report })).toMatchObject({ code: 1, text: expect.stringContaining('is no list of keys') });
    expect(await run([report, bundle], { earlier: report })).toMatchObject({ code: 1, text: expect.stringContaining('one paper') });
    expect(await codeOf([report], { earlier: join(folder, 'missing.html') })).toBe(1);
  });
});

describe('a file that a paper names as proof', () => {
  it('is found in it by --file, and another one is named', async () => {
    const [shot, other] = [put('shot.png', 'pixels'), put('other.png', 'others')];
    const page = await house.paper(await house.head(9), { kind: 'partner_page', proof_files: [hash('sha256', 'pixels', 'hex')] });
    const path = put('page.html', page);
    expect(await codeOf([path], { keys, file: [shot] })).toBe(0);
    expect(await run([path], { keys, file: [shot, other] })).toMatchObject({ code: 1, text: expect.stringContaining('other.png') });
  });
});

describe('an export', () => {
  const { events } = exampleEvents(12);

  it.each([
    ['an event that another one replaced', 'events.ndjson', (text: string) => text.replace('"size":3', '"size":4')],
    ['an event that is missing', 'events.ndjson', (text: string) => text.replace(/^.*\n/, '')],
    [
      'an entry of the ledger with another hash',
      'ledger.json',
      (text: string) => text.replace(events[3]?.metadata.hash ?? '', 'ab'.repeat(32)),
    ],
    ['proof whose bytes are others', 'files/f1/photo.png', () => 'another picture'],
  ])('with %s is changed, although somebody signed it', async (_what, path, change) => {
    const altered = await exampleBundle(house, {
      change: (files) => new Map([...files].map(([name, content]) => [name, name === path ? change(content.toString()) : content])),
    });
    expect(await codeOf([put('altered.zip', altered)], { keys })).toBe(1);
  });

  it('that is not whole, or of another head, is changed', async () => {
    const whole = await exampleBundle(house);
    expect(await run([put('torn.zip', whole.subarray(0, whole.length - 30))])).toMatchObject({
      code: 1,
      text: expect.stringContaining('whole'),
    });
    const other = await exampleBundle(house, { head: await house.head(12) });
    expect(await codeOf([put('other.zip', other)], { keys })).toBe(1);
  });
});

/** One random number after the other, from a seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Changes bytes at a random place: a bit, bytes that are taken away or put in, or two places that are exchanged. */
function corrupted(paper: Buffer, random: (below: number) => number): Buffer {
  const at = random(paper.length);
  const [before, rest] = [paper.subarray(0, at), paper.subarray(at)];
  const other = Buffer.from(paper);
  switch (random(4)) {
    case 0:
      return Buffer.concat([before, rest.subarray(1 + random(40))]);
    case 1:
      return Buffer.concat([before, Buffer.alloc(1 + random(3), 0x20), rest]);
    case 2:
      return random(2) === 0 ? before : Buffer.concat([paper, before.subarray(0, 1 + random(9))]);
    default:
      other[at] = (other[at] ?? 0) ^ (1 << random(8));
      return other;
  }
}

const PYTHON = `
import json, sys
sys.path.insert(0, 'examples')
from check_paper import check
keys, data = json.load(open(sys.argv[1])), sys.stdin.buffer.read()
codes, at = [], 0
while at < len(data):
    size = int.from_bytes(data[at:at + 4], 'big')
    paper = data[at + 4:at + 4 + size]
    codes.append([check(paper)[0], check(paper, keys)[0]])
    at += 4 + size
print(json.dumps(codes))
`;
const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']).status === 0;

/** The last byte of compressed content, before its sums, may have bits that are not read by anybody and change nothing. */
function differsInSpareBits(paper: Buffer, before: Buffer): boolean {
  const at = paper.findIndex((byte, index) => byte !== before[index]);
  const isOneByte = paper.length === before.length && paper.subarray(at + 1).equals(before.subarray(at + 1));
  return isOneByte && paper.subarray(at + 1, at + 5).toString('latin1') === 'PK\x07\x08';
}

describe('the checker in Python', () => {
  it.skipIf(!hasPython)('agrees about papers and exports, whole and corrupted in 500 ways', { timeout: 120_000 }, async () => {
    const pdf = Buffer.from(`%PDF-1.7\n1 0 obj\n${PDF_PLACE}\nendobj\n%%EOF\n`);
    const since = {
      head: await house.head(5),
      path: consistencyRanges(5, 9).map(({ start, size }) => rootOf(leavesTo(9).slice(start, start + size))),
    };
    const head = await house.head(9);
    const whole = [
      await house.paper(head),
      await house.paper(head, { kind: 'partner_page', since, proof_files: ['ab'.repeat(32)] }),
      await house.paper(head, { format: 'pdf' }, pdf),
      await exampleBundle(house),
      await exampleBundle(house, { count: 3 }),
    ];
    const forger = signingHouse();
    const forged = [
      await forger.paper(await forger.head(9)),
      await house.paper(head, { kind: 'partner_page', since: { ...since, path: [] } }),
    ];
    const random = randomFrom(26);
    const others = Array.from({ length: 500 }, (_, index) => corrupted(whole[index % whole.length] ?? pdf, random));
    const all = [...whole, ...forged, ...others];
    const sent = all.flatMap((paper) => [Buffer.of(paper.length >>> 24, paper.length >>> 16, paper.length >>> 8, paper.length), paper]);
    const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON, keys], { input: Buffer.concat(sent), encoding: 'utf8' });
    expect(stderr).toBe('');
    const codeWith = async (paper: Buffer, list: KeyList | null): Promise<number> => {
      const source = { size: paper.length, read: async (start: number, end: number) => paper.subarray(start, end) };
      const { outcome } = await checkPaper(source, { keys: list });
      return outcome === 'unchanged' ? 0 : outcome === 'unknown_signer' ? 2 : 1;
    };
    const own = await Promise.all(all.map(async (paper) => [await codeWith(paper, null), await codeWith(paper, keyList)]));
    expect(JSON.parse(stdout)).toEqual(own);
    expect(own.slice(0, whole.length)).toEqual(whole.map(() => [2, 0]));
    expect(own.slice(whole.length, -500)).toEqual([
      [2, 1],
      [1, 1],
    ]);
    const accepted = others.flatMap((paper, index) =>
      own[own.length - 500 + index]?.[0] === 1 ? [] : [[paper, whole[index % whole.length]]],
    );
    expect(accepted.filter(([paper, before]) => !differsInSpareBits(paper as Buffer, before as Buffer))).toEqual([]);
  });
});

describe('an older paper or mail, given by --earlier,', () => {
  const paperOf = async (size: number, part: Partial<PaperFacts> = {}, root = {}) =>
    house.paper(await headOf(house, exampleEvents(size).events, root), part);

  it('is the beginning of an export, or the record was rewritten', async () => {
    const older = put('older.html', await paperOf(5));
    const rewritten = put('rewritten.html', await paperOf(5, {}, { root: 'cd'.repeat(32) }));
    const strange = put('strange.html', await paperOf(5, {}, { ledger: 'of-somebody-else' }));
    expect(await codeOf([bundle], { keys, earlier: older })).toBe(0);
    expect(await run([bundle], { keys, earlier: rewritten })).toMatchObject({ code: 1, text: expect.stringContaining('rewritten') });
    expect(await codeOf([bundle], { keys, earlier: strange })).toBe(1);
  });

  it('is also the line of a mail that was saved', async () => {
    const head = await headOf(house, exampleEvents(5).events);
    const line = JSON.stringify(head);
    const quoted = line.replaceAll('=', '=3D').replace(/(.{70})/g, '$1=\r\n');
    const packed = Buffer.from(`For the record.\n${line}\n`)
      .toString('base64')
      .replace(/(.{76})/g, '$1\r\n');
    for (const body of [line, quoted, packed]) {
      const mail = put('mail.eml', `From: vouch@example.org\r\nSubject: Your week\r\n\r\n${body}\r\n`);
      expect(await codeOf([bundle], { keys, earlier: mail })).toBe(0);
    }
    expect(await codeOf([bundle], { keys, earlier: put('none.eml', 'From: a@b.example\r\n\r\nHello\r\n') })).toBe(1);
  });

  it('of a ledger that was succeeded is good up to what both have in common', async () => {
    const succeeds = { ledger: 'the-one-before', size: 6, at: '2026-11-22T00:00:00.000Z', reason: 'restored' } as const;
    const next = put('next.zip', await exampleBundle(house, { head: await headOf(house, exampleEvents(12).events, { succeeds }) }));
    const of = async (size: number) => put(`before-${size}.html`, await paperOf(size, {}, { ledger: 'the-one-before' }));
    expect(await codeOf([next], { keys, earlier: await of(5) })).toBe(0);
    expect(await run([next], { keys, earlier: await of(8) })).toMatchObject({
      code: 1,
      text: expect.stringContaining('restored from a backup'),
    });
  });

  it('must be the one before a partner’s page; another one of the same record needs an export', async () => {
    const [head, before] = [await house.head(9), await house.head(5)];
    const path = consistencyRanges(5, 9).map(({ start, size }) => rootOf(leavesTo(9).slice(start, start + size)));
    const page = put('partner.html', await house.paper(head, { kind: 'partner_page', since: { head: before, path } }));
    const earlier = async (size: number, part = {}) => put(`earlier-${size}.html`, await house.paper(await house.head(size, part)));
    expect(await codeOf([page], { keys, earlier: await earlier(5) })).toBe(0);
    expect(await run([page], { keys, earlier: await earlier(4) })).toMatchObject({ code: 2, text: expect.stringContaining('export') });
    expect(await codeOf([page], { keys, earlier: await earlier(6, { ledger: 'another' }) })).toBe(1);
  });
});

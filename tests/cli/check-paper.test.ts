import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyPapers } from '../../src/cli/papers/verify-papers.ts';
import type { Head } from '../../src/contracts/ledger/head.ts';
import { consistencyRanges, rootOf } from '../../src/contracts/ledger/merkle.ts';
import { PDF_PLACE } from '../../src/contracts/ledger/papers/place.ts';
import type { PaperFacts } from '../../src/reports/papers/sign-paper.ts';
import { exampleBundle, exampleEvents, headOf, leavesTo, signingHouse } from '../support/papers.ts';

const folder = mkdtempSync(join(tmpdir(), 'vouch-check-paper-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let written = 0;
const put = (content: string | Uint8Array): string => {
  written += 1;
  const path = join(folder, `${written}`);
  writeFileSync(path, content);
  return path;
};

const house = signingHouse();
const keys = put(JSON.stringify(await house.keys()));

/** A file, and what it is compared with. */
interface Case {
  readonly paper: string;
  readonly keys?: string;
  readonly file?: readonly string[];
  readonly earlier?: string;
}

const PYTHON = `
import json, sys
sys.path.insert(0, 'examples')
from check_paper import check
read = lambda path: open(path, 'rb').read()
cases = json.load(sys.stdin)
lists = {path: json.loads(read(path)) for path in {case['keys'] for case in cases if 'keys' in case}}
print(json.dumps([check(read(case['paper']), lists.get(case.get('keys')), {path: read(path) for path in case.get('file', [])},
    read(case['earlier']) if 'earlier' in case else None)[0] for case in cases]))
`;
const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']).status === 0;

function codesInPython(cases: readonly Case[]): readonly number[] {
  const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON], { input: JSON.stringify(cases), encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** The exits of `vouch verify`. */
async function codesOf(cases: readonly Case[]): Promise<readonly number[]> {
  const codes: number[] = [];
  for (const { paper, ...flags } of cases) codes.push(await verifyPapers({ print: () => undefined, fetch }, [paper], flags));
  return codes;
}

/** One random number after the other, from a seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Changes bytes at a random place: a bit, bytes that are taken away or put in, or an end that is cut off or added. */
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

/** The last byte of compressed content, before its sums, may have bits that are not read by anybody and change nothing. */
function differsInSpareBits(paper: Buffer, before: Buffer): boolean {
  const at = paper.findIndex((byte, index) => byte !== before[index]);
  const isOneByte = paper.length === before.length && paper.subarray(at + 1).equals(before.subarray(at + 1));
  return isOneByte && paper.subarray(at + 1, at + 5).toString('latin1') === 'PK\x07\x08';
}

const pathTo = (size: number) =>
  consistencyRanges(size, 9).map(({ start, size: width }) => rootOf(leavesTo(9).slice(start, start + width)));
const head = await house.head(9);
const since = { head: await house.head(5), path: pathTo(5) };
const proof = Buffer.from('pixels');
const partner: Partial<PaperFacts> = { kind: 'partner_page', since, proof_files: [hash('sha256', proof, 'hex')] };
const pdf = Buffer.from(`%PDF-1.7\n1 0 obj\n${PDF_PLACE}\nendobj\n%%EOF\n`);
const whole = [
  await house.paper(head),
  await house.paper(head, partner),
  await house.paper(head, { format: 'pdf' }, pdf),
  await exampleBundle(house),
  await exampleBundle(house, { events: exampleEvents(3).events }),
];

describe.skipIf(!hasPython)('the checker in Python agrees with vouch verify', () => {
  it('about papers and exports, whole, forged and corrupted in 200 ways', { timeout: 120_000 }, async () => {
    const unchained = exampleEvents(12, (event) =>
      event.id === 'e-6' ? { ...event, metadata: { ...event.metadata, previous_hash: null } } : event,
    );
    const forger = signingHouse();
    const forged = [
      await forger.paper(await forger.head(9)),
      await house.paper(head, { ...partner, since: { ...since, path: [] } }),
      await exampleBundle(house, unchained),
    ];
    const random = randomFrom(26);
    const others = Array.from({ length: 200 }, (_, index) => corrupted(whole[index % whole.length] ?? pdf, random));
    const both = [...whole, ...forged].map(put).flatMap((paper) => [{ paper }, { paper, keys }]);
    const cases: readonly Case[] = [...both, ...others.map((paper) => ({ paper: put(paper), keys }))];
    const own = await codesOf(cases);
    expect(own.slice(0, both.length)).toEqual([...whole.flatMap(() => [2, 0]), 2, 1, 1, 1, 1, 1]);
    expect(codesInPython(cases)).toEqual(own);
    const accepted = others.filter(
      (paper, index) => own[both.length + index] !== 1 && !differsInSpareBits(paper, whole[index % whole.length] ?? pdf),
    );
    expect(accepted).toEqual([]);
  });

  it('about the way from an older head of each size, and wrong ones', async () => {
    const sizes = [1, 2, 3, 4, 6, 7, 8];
    const ways = sizes.flatMap((size) => {
      const path = pathTo(size);
      return [path, path.slice(1), [...path, 'ab'.repeat(32)], path.with(-1, 'ab'.repeat(32))].map((one) => ({ size, path: one }));
    });
    const papers = ways.map(async ({ size, path }) => house.paper(head, { ...partner, since: { head: await house.head(size), path } }));
    const cases = (await Promise.all(papers)).map((paper) => ({ paper: put(paper), keys }));
    const expected = sizes.flatMap(() => [0, 1, 1, 1]);
    expect(await codesOf(cases)).toEqual(expected);
    expect(codesInPython(cases)).toEqual(expected);
  });

  it('about files that a paper should name as proof', async () => {
    const [page, report, shot, other] = [whole[1] ?? pdf, whole[0] ?? pdf, proof, 'others'].map(put) as [string, string, string, string];
    const cases: readonly Case[] = [
      { paper: page, keys, file: [shot] },
      { paper: page, file: [shot] },
      { paper: page, keys, file: [shot, other] },
      { paper: report, keys, file: [shot] },
    ];
    expect(await codesOf(cases)).toEqual([0, 2, 1, 1]);
    expect(codesInPython(cases)).toEqual([0, 2, 1, 1]);
  });

  it('about earlier papers and mails, whole and corrupted', { timeout: 120_000 }, async () => {
    const succeeds = { ledger: 'the-one-before', size: 6, at: '2026-11-22T00:00:00.000Z', reason: 'restored' } as const;
    const of = (size: number, part: Partial<Head> = {}) => headOf(house, exampleEvents(size).events, part);
    const next = put(await exampleBundle(house, { head: await of(12, { succeeds }) }));
    const [report, page, bundle] = [whole[0], whole[1], whole[3]].map((paper) => put(paper ?? pdf)) as [string, string, string];
    const five = await of(5);
    const line = JSON.stringify(five);
    const mail = `From: a@b.example\r\nSubject: Your week\r\nContent-Type: text/plain\r\n\r\nFor the record.\r\n${line}\r\n`;
    const encoded = (name: string, body: string): string =>
      mail.replace('text/plain\r\n', `text/plain\r\nContent-Transfer-Encoding: ${name}\r\n`).replace(`For the record.\r\n${line}`, body);
    const quoted = line.replaceAll('=', '=3D').replace(/(.{70})/g, '$1=\r\n');
    const packed = Buffer.from(`For the record.\n${line}\n`)
      .toString('base64')
      .replace(/(.{76})/g, '$1\r\n');
    const html = mail.replace('text/plain', 'text/html').replace(line, `<p>${line.replaceAll('"', '&quot;')}</p>`);
    const goodMails = [mail, encoded('quoted-printable', quoted), encoded('base64', packed), html].map(put);
    const paperOf = async (size: number, part: Partial<Head> = {}) => put(await house.paper(await of(size, part)));
    const before = { ledger: 'the-one-before' };
    const later = { at: '2026-11-23T08:00:01.000Z' };
    const expected: readonly (readonly [code: number, given: Case])[] = [
      ...goodMails.map((earlier) => [0, { paper: bundle, keys, earlier }] as const),
      [2, { paper: bundle, earlier: goodMails[0] ?? '' }],
      [1, { paper: bundle, keys, earlier: put('From: a@b.example\r\n\r\nHello\r\n') }],
      [1, { paper: bundle, keys, earlier: await paperOf(5, { root: 'cd'.repeat(32) }) }],
      [1, { paper: bundle, keys, earlier: await paperOf(5, { ledger: 'of-somebody-else' }) }],
      [1, { paper: bundle, keys, earlier: await paperOf(14) }],
      [2, { paper: bundle, keys, earlier: await paperOf(14, later) }],
      [0, { paper: bundle, keys, earlier: bundle }],
      [0, { paper: next, keys, earlier: await paperOf(5, before) }],
      [1, { paper: next, keys, earlier: await paperOf(8, before) }],
      [0, { paper: page, keys, earlier: put(await house.paper(since.head)) }],
      [2, { paper: page, keys, earlier: put(await house.paper(await house.head(4))) }],
      [1, { paper: page, keys, earlier: put(await house.paper(await house.head(9, { root: 'cd'.repeat(32) }))) }],
    ];
    const random = randomFrom(27);
    const corrupt = Array.from({ length: 20 }, (_, index) => {
      const earlier = put(corrupted(Buffer.from(index % 2 === 0 ? mail : (whole[0] ?? '')), random));
      return { paper: report, keys, earlier };
    });
    const cases = [...expected.map(([, given]) => given), ...corrupt];
    const own = await codesOf(cases);
    expect(own.slice(0, expected.length)).toEqual(expected.map(([code]) => code));
    expect(codesInPython(cases)).toEqual(own);
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { KeyList } from '../../src/contracts/ledger/head.ts';
import { consistencyRanges, rootOf } from '../../src/contracts/ledger/merkle.ts';
import { checkPaper } from '../../src/contracts/ledger/papers/check-paper.ts';
import { PDF_PLACE } from '../../src/contracts/ledger/papers/place.ts';
import { exampleBundle, exampleEvents, leavesTo, signingHouse } from '../support/papers.ts';

const folder = mkdtempSync(join(tmpdir(), 'vouch-check-paper-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const house = signingHouse();
const keyList = await house.keys();
const keys = join(folder, 'keys.json');
writeFileSync(keys, JSON.stringify(keyList));

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
      await exampleBundle(house, { events: exampleEvents(3).events }),
    ];
    const unchained = exampleEvents(12, (event) =>
      event.id === 'e-6' ? { ...event, metadata: { ...event.metadata, previous_hash: null } } : event,
    );
    const forger = signingHouse();
    const forged = [
      await forger.paper(await forger.head(9)),
      await house.paper(head, { kind: 'partner_page', since: { ...since, path: [] } }),
      await exampleBundle(house, unchained),
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
      [1, 1],
    ]);
    const accepted = others.flatMap((paper, index) =>
      own[own.length - 500 + index]?.[0] === 1 ? [] : [[paper, whole[index % whole.length]]],
    );
    expect(accepted.filter(([paper, before]) => !differsInSpareBits(paper as Buffer, before as Buffer))).toEqual([]);
  });
});

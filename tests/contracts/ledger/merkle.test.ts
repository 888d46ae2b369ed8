import { createHash, hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  consistencyRanges,
  grow,
  inclusionRanges,
  isConsistent,
  isIncluded,
  type LeafRange,
  PORTABLE,
  peaksOf,
  peaksWithin,
  rootOf,
  rootOfPeaks,
  treeHashes,
} from '../../../src/contracts/ledger/merkle.ts';

// The definitions of RFC 9162, 2.1.1, 2.1.3.1 and 2.1.4.1, word by word, with another library for SHA-256.
const sha = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const split = (n: number): number => 2 ** Math.ceil(Math.log2(n) - 1);

function mth(entries: readonly Buffer[]): Buffer {
  const [first] = entries;
  if (first === undefined) return sha(Buffer.of());
  if (entries.length === 1) return sha(Buffer.of(0), first);
  const k = split(entries.length);
  return sha(Buffer.of(1), mth(entries.slice(0, k)), mth(entries.slice(k)));
}

function path(m: number, entries: readonly Buffer[]): Buffer[] {
  if (entries.length === 1) return [];
  const k = split(entries.length);
  return m < k ? [...path(m, entries.slice(0, k)), mth(entries.slice(k))] : [...path(m - k, entries.slice(k)), mth(entries.slice(0, k))];
}

function subproof(m: number, entries: readonly Buffer[], isWhole: boolean): Buffer[] {
  if (m === entries.length) return isWhole ? [] : [mth(entries)];
  const k = split(entries.length);
  return m <= k
    ? [...subproof(m, entries.slice(0, k), isWhole), mth(entries.slice(k))]
    : [...subproof(m - k, entries.slice(k), false), mth(entries.slice(0, k))];
}

const hex = (buffers: readonly Buffer[]): string[] => buffers.map((buffer) => buffer.toString('hex'));

const MOST = 40;
const ENTRIES = Array.from({ length: MOST }, (_, at) => sha(Buffer.from(`event ${at}`)));
const LEAVES = ENTRIES.map((entry) => PORTABLE.leaf(entry.toString('hex')));
const rootAt = (size: number): string => mth(ENTRIES.slice(0, size)).toString('hex');
const rangeRoot = ({ start, size }: LeafRange): string => rootOf(LEAVES.slice(start, start + size));

const SIZES = Array.from({ length: MOST }, (_, at) => at + 1);

describe('the Merkle tree of RFC 9162', () => {
  it('has the roots that are known of the test data of Certificate Transparency', () => {
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const roots = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ];
    const leaves = inputs.map((input) => PORTABLE.leaf(input));
    expect(roots.map((_, at) => rootOf(leaves.slice(0, at + 1)))).toEqual(roots);
    expect(rootOf([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('has the roots and paths of the definitions, at every size up to 40', () => {
    for (const size of SIZES) {
      const entries = ENTRIES.slice(0, size);
      expect(rootOf(LEAVES.slice(0, size))).toBe(rootAt(size));
      for (let index = 0; index < size; index += 1) expect(inclusionRanges(index, size).map(rangeRoot)).toEqual(hex(path(index, entries)));
      for (let from = 1; from <= size; from += 1)
        expect(consistencyRanges(from, size).map(rangeRoot)).toEqual(hex(subproof(from, entries, true)));
    }
  });

  it('is the same with a faster SHA-256', () => {
    const faster = treeHashes((text) => hash('sha256', Buffer.from(text, 'hex'), 'hex'));
    expect(rootOf(LEAVES, faster)).toBe(rootAt(MOST));
    expect(faster.leaf('ab')).toBe(PORTABLE.leaf('ab'));
    expect(faster.empty).toBe(PORTABLE.empty);
  });

  it('grows by one leaf at a time, and gives the root of each subtree once, when it is complete', () => {
    const known = new Map<string, string>();
    let peaks: readonly string[] = [];
    for (const [at, leaf] of LEAVES.entries()) {
      const grown = grow(peaks, at, leaf);
      peaks = grown.peaks;
      grown.completed.forEach((root, level) => {
        const size = 2 ** (level + 1);
        known.set(`${at + 1 - size}+${size}`, root);
      });
      expect(rootOfPeaks(peaks)).toBe(rootAt(at + 1));
      expect(peaks).toEqual(peaksOf(at + 1).map(rangeRoot));
    }
    const complete = peaksOf(MOST).flatMap(({ start, size }) => subtreesOf({ start, size }));
    expect([...known.keys()].sort()).toEqual(complete.map(({ start, size }) => `${start}+${size}`).sort());
    for (const range of complete) expect(known.get(`${range.start}+${range.size}`)).toBe(rangeRoot(range));
  });

  it('has every subtree of a path as its complete peaks', () => {
    for (const range of [...inclusionRanges(3, 37), ...consistencyRanges(13, 37)])
      expect(rootOfPeaks(peaksWithin(range).map(rangeRoot))).toBe(rangeRoot(range));
  });

  it('counts beyond 32 bits', () => {
    const size = 2 ** 40 + 3;
    expect(peaksOf(size)).toEqual([
      { start: 0, size: 2 ** 40 },
      { start: 2 ** 40, size: 2 },
      { start: 2 ** 40 + 2, size: 1 },
    ]);
    expect(inclusionRanges(2 ** 40 + 2, size)).toEqual([
      { start: 2 ** 40, size: 2 },
      { start: 0, size: 2 ** 40 },
    ]);
  });
});

const sized = fc.integer({ min: 1, max: MOST });
const wrong = (root: string): string => `${root.startsWith('0') ? '1' : '0'}${root.slice(1)}`;

describe('the checks of paths', () => {
  it('accept each inclusion path, and nothing that differs from it', () => {
    fc.assert(
      fc.property(sized, fc.nat(), fc.nat(), (size, some, other) => {
        const index = some % size;
        const proof = { leaf: LEAVES[index] ?? '', index, size, path: inclusionRanges(index, size).map(rangeRoot), root: rootAt(size) };
        expect(isIncluded(proof)).toBe(true);
        expect(isIncluded({ ...proof, root: wrong(proof.root) })).toBe(false);
        expect(isIncluded({ ...proof, leaf: wrong(proof.leaf) })).toBe(false);
        expect(isIncluded({ ...proof, path: [...proof.path, proof.root] })).toBe(false);
        const at = other % Math.max(proof.path.length, 1);
        const bent = proof.path.map((hashed, place) => (place === at ? wrong(hashed) : hashed));
        if (bent.length > 0) {
          expect(isIncluded({ ...proof, path: bent })).toBe(false);
          expect(isIncluded({ ...proof, path: proof.path.slice(1) })).toBe(false);
        }
        const elsewhere = other % size;
        if (elsewhere !== index) expect(isIncluded({ ...proof, index: elsewhere })).toBe(false);
      }),
    );
  });

  it('accept each consistency path, and nothing that differs from it', () => {
    fc.assert(
      fc.property(sized, sized, fc.nat(), (one, other, some) => {
        const [from, to] = one < other ? [one, other] : [other, one];
        const proof = {
          from: { size: from, root: rootAt(from) },
          to: { size: to, root: rootAt(to) },
          path: consistencyRanges(from, to).map(rangeRoot),
        };
        expect(isConsistent(proof)).toBe(true);
        expect(isConsistent({ ...proof, from: { size: from, root: wrong(proof.from.root) } })).toBe(false);
        expect(isConsistent({ ...proof, to: { size: to, root: wrong(proof.to.root) } })).toBe(false);
        expect(isConsistent({ ...proof, path: [...proof.path, proof.to.root] })).toBe(false);
        if (from === to) return;
        const at = some % proof.path.length;
        expect(isConsistent({ ...proof, path: proof.path.map((hashed, place) => (place === at ? wrong(hashed) : hashed)) })).toBe(false);
        expect(isConsistent({ ...proof, path: proof.path.slice(1) })).toBe(false);
        expect(isConsistent({ from: proof.to, to: proof.from, path: proof.path })).toBe(false);
      }),
    );
  });

  it('refuse what is no place in a tree, and an empty older tree', () => {
    const [leaf = ''] = LEAVES;
    for (const index of [-1, 1, 0.5, Number.NaN]) expect(isIncluded({ leaf, index, size: 1, path: [], root: leaf })).toBe(false);
    const none = { size: 0, root: rootOf([]) };
    expect(isConsistent({ from: none, to: none, path: [] })).toBe(false);
    expect(isConsistent({ from: none, to: { size: 1, root: leaf }, path: [] })).toBe(false);
    expect(() => inclusionRanges(1, 1)).toThrow('A tree of 1 leaves has no leaf 1.');
    expect(() => consistencyRanges(0, 3)).toThrow('There is no consistency path from 0 to 3.');
    expect(() => consistencyRanges(4, 3)).toThrow(RangeError);
  });
});

/** A complete subtree with more than one leaf, and all of those below it. */
function subtreesOf({ start, size }: LeafRange): LeafRange[] {
  if (size === 1) return [];
  const half = size / 2;
  return [{ start, size }, ...subtreesOf({ start, size: half }), ...subtreesOf({ start: start + half, size: half })];
}

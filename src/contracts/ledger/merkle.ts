import { portableSha256, type Sha256OfHex } from './sha256.ts';

// The Merkle tree of RFC 9162, section 2.1. All hashes are SHA-256 in lower-case hex. Sizes are counted with plain
// arithmetic, because bitwise operators would cut them to 32 bits.

/** The hashes of leaves and inner nodes. */
export interface TreeHashes {
  /** The hash of a leaf whose entry is these bytes, in hex. */
  leaf(entry: string): string;
  node(left: string, right: string): string;
  /** The root of a tree without leaves. */
  readonly empty: string;
}

/** Leaves and nodes begin with different bytes, so that no node can be passed off as a leaf. */
export const treeHashes = (sha256: Sha256OfHex): TreeHashes => ({
  leaf: (entry) => sha256(`00${entry}`),
  node: (left, right) => sha256(`01${left}${right}`),
  empty: sha256(''),
});

export const PORTABLE: TreeHashes = treeHashes(portableSha256);

/** Leaves from `start` on, `size` of them. */
export interface LeafRange {
  readonly start: number;
  readonly size: number;
}

/** The largest power of two that is less than a number of at least 2. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** The complete subtrees of which a tree of this size consists, from left to right. Each of their sizes is a power of two. */
export function peaksOf(size: number): readonly LeafRange[] {
  const peaks: LeafRange[] = [];
  for (let start = 0; start < size; ) {
    const left = size - start;
    const width = left === 1 ? 1 : splitOf(left + 1);
    peaks.push({ start, size: width });
    start += width;
  }
  return peaks;
}

/** The root of a tree from the roots of its peaks, from left to right. */
export function rootOfPeaks(peaks: readonly string[], hashes: TreeHashes = PORTABLE): string {
  return peaks.length === 0 ? hashes.empty : peaks.reduceRight((right, left) => hashes.node(left, right));
}

export interface Grown {
  readonly peaks: readonly string[];
  /** The roots of the complete subtrees that end with the new leaf, of sizes 2, 4, 8 and so on. */
  readonly completed: readonly string[];
}

/** Adds one leaf to a tree of `size` leaves of which the peaks are known. */
export function grow(peaks: readonly string[], size: number, leaf: string, hashes: TreeHashes = PORTABLE): Grown {
  const left = [...peaks];
  const completed: string[] = [];
  let top = leaf;
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
    top = hashes.node(left.pop() ?? '', top);
    completed.push(top);
  }
  left.push(top);
  return { peaks: left, completed };
}

/** The root of a tree with these leaf hashes. */
export function rootOf(leaves: Iterable<string>, hashes: TreeHashes = PORTABLE): string {
  let peaks: readonly string[] = [];
  let size = 0;
  for (const leaf of leaves) {
    peaks = grow(peaks, size, leaf, hashes).peaks;
    size += 1;
  }
  return rootOfPeaks(peaks, hashes);
}

/**
 * The subtrees whose roots are the inclusion path of a leaf, in its order.
 * @throws RangeError if the tree has no such leaf
 */
export function inclusionRanges(index: number, size: number): readonly LeafRange[] {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size))
    throw new RangeError(`A tree of ${size} leaves has no leaf ${index}.`);
  const path: LeafRange[] = [];
  let tree: LeafRange = { start: 0, size };
  while (tree.size > 1) {
    const { left, right } = halves(tree);
    const isLeft = index < right.start;
    path.unshift(isLeft ? right : left);
    tree = isLeft ? left : right;
  }
  return path;
}

/**
 * The subtrees whose roots are the consistency path between two sizes, in its order. Equal sizes have an empty one.
 * @throws RangeError if `from` is 0 or greater than `to`
 */
export function consistencyRanges(from: number, to: number): readonly LeafRange[] {
  if (!(Number.isSafeInteger(from) && Number.isSafeInteger(to) && from > 0 && from <= to))
    throw new RangeError(`There is no consistency path from ${from} to ${to}.`);
  const path: LeafRange[] = [];
  let tree: LeafRange = { start: 0, size: to };
  // Descends to the complete subtree with which the older tree ends. It is the whole older tree if the way led to the left only.
  while (from < tree.start + tree.size) {
    const { left, right } = halves(tree);
    const isLeft = from <= right.start;
    path.unshift(isLeft ? right : left);
    tree = isLeft ? left : right;
  }
  return tree.start === 0 ? path : [tree, ...path];
}

function halves({ start, size }: LeafRange): { readonly left: LeafRange; readonly right: LeafRange } {
  const split = splitOf(size);
  return { left: { start, size: split }, right: { start: start + split, size: size - split } };
}

/** The peaks of a subtree of a tree, from left to right, counted from the beginning of the whole tree. */
export const peaksWithin = ({ start, size }: LeafRange): readonly LeafRange[] =>
  peaksOf(size).map((peak) => ({ start: start + peak.start, size: peak.size }));

/** Whether the leaf hash is that of leaf `index` in the tree of `size` leaves with this root (section 2.1.3.2). */
export function isIncluded(
  proof: { readonly leaf: string; readonly index: number; readonly size: number; readonly path: readonly string[]; readonly root: string },
  hashes: TreeHashes = PORTABLE,
): boolean {
  const { leaf, index, size, path, root } = proof;
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size)) return false;
  const ranges = inclusionRanges(index, size);
  if (ranges.length !== path.length) return false;
  const top = ranges.reduce((hash, { start }, at) => {
    const sibling = path[at] ?? '';
    return start > index ? hashes.node(hash, sibling) : hashes.node(sibling, hash);
  }, leaf);
  return top === root;
}

export interface OlderAndNewer {
  readonly from: { readonly size: number; readonly root: string };
  readonly to: { readonly size: number; readonly root: string };
  readonly path: readonly string[];
}

/** Whether the older tree is the beginning of the newer one (section 2.1.4.2). An empty tree is the beginning of no tree. */
export function isConsistent({ from, to, path }: OlderAndNewer, hashes: TreeHashes = PORTABLE): boolean {
  if (!(Number.isSafeInteger(from.size) && Number.isSafeInteger(to.size) && from.size > 0 && from.size <= to.size)) return false;
  if (from.size === to.size) return path.length === 0 && from.root === to.root;
  const ranges = consistencyRanges(from.size, to.size);
  if (ranges.length !== path.length) return false;
  // If the older tree is itself a complete subtree of the newer one, its root is known, and the path leaves it out.
  const isWhole = (ranges[0]?.start ?? 0) >= from.size;
  const first = isWhole ? from.root : (path[0] ?? '');
  let older = first;
  let newer = first;
  for (let at = isWhole ? 0 : 1; at < ranges.length; at += 1) {
    const sibling = path[at] ?? '';
    if ((ranges[at]?.start ?? 0) >= from.size) {
      newer = hashes.node(newer, sibling);
    } else {
      older = hashes.node(sibling, older);
      newer = hashes.node(sibling, newer);
    }
  }
  return older === from.root && newer === to.root;
}

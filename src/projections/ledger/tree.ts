import { consistencyRanges, inclusionRanges, type LeafRange, peaksOf, peaksWithin, rootOfPeaks } from '../../contracts/ledger/merkle.ts';
import { itemAt, required } from '../../domain/kernel/records.ts';
import { type Views, yieldToEventLoop } from '../engine/views.ts';
import { HASHES, indexOfLeaf, type LeafDoc, type LedgerDoc, leafId, ledgers } from './ledgers.ts';

export interface Leaf {
  readonly index: number;
  readonly doc: LeafDoc;
}

/** Null: the account has no event. */
export async function ledgerOf({ documents, current }: Views, owner: string): Promise<LedgerDoc | null> {
  return (await documents.get<LedgerDoc>(current(ledgers.name), owner))?.doc ?? null;
}

/** The leaf of an event; null if it is not in this ledger. */
export async function leafOfEvent({ documents, current }: Views, owner: string, eventId: string): Promise<Leaf | null> {
  const { items } = await documents.find<LeafDoc>(current(ledgers.name), { index: 'event', equals: [owner, eventId], limit: 1 });
  const [found] = items;
  return found ? { index: indexOfLeaf(found.id), doc: found.doc } : null;
}

/** The root of the ledger when it had this many leaves. It must have had them. */
export async function rootAt(views: Views, owner: string, size: number): Promise<string> {
  const peaks = await rootsOf(views, owner, peaksOf(size));
  return rootOfPeaks(peaks, HASHES);
}

/** The inclusion path of a leaf in the tree of the first `size` leaves. @throws RangeError */
export const inclusionPath = (views: Views, owner: string, index: number, size: number): Promise<readonly string[]> =>
  pathOf(views, owner, inclusionRanges(index, size));

/** The consistency path between two sizes that the ledger has had. @throws RangeError */
export const consistencyPath = (views: Views, owner: string, from: number, to: number): Promise<readonly string[]> =>
  pathOf(views, owner, consistencyRanges(from, to));

/** Reads each document that the path needs once, whatever the size of the ledger is: at most two for each bit of its size. */
async function pathOf(views: Views, owner: string, ranges: readonly LeafRange[]): Promise<readonly string[]> {
  const peaks = ranges.map(peaksWithin);
  const roots = await rootsOf(views, owner, peaks.flat());
  let at = 0;
  return peaks.map(({ length }) => {
    at += length;
    return rootOfPeaks(roots.slice(at - length, at), HASHES);
  });
}

/** The roots of complete subtrees. Each is stored with the leaf with which it ends. */
async function rootsOf({ documents, current }: Views, owner: string, subtrees: readonly LeafRange[]): Promise<readonly string[]> {
  const idOf = ({ start, size }: LeafRange): string => leafId(owner, start + size - 1);
  const found = await documents.getMany<LeafDoc>(current(ledgers.name), subtrees.map(idOf));
  return subtrees.map((subtree) => {
    const { doc } = required(found.get(idOf(subtree)), `leaf ${idOf(subtree)}`);
    return subtree.size === 1 ? HASHES.leaf(doc.hash) : itemAt(doc.completed ?? [], Math.log2(subtree.size) - 1);
  });
}

const CHUNK = 500;

/** The first `size` leaves in order, page by page. */
export async function* leavesOf({ documents, current }: Views, owner: string, size: number): AsyncGenerator<readonly Leaf[]> {
  for (let start = 0; start < size; start += CHUNK) {
    const ids = Array.from({ length: Math.min(CHUNK, size - start) }, (_, at) => leafId(owner, start + at));
    const found = await documents.getMany<LeafDoc>(current(ledgers.name), ids);
    yield ids.map((id) => ({ index: indexOfLeaf(id), doc: required(found.get(id), `leaf ${id}`).doc }));
    await yieldToEventLoop();
  }
}

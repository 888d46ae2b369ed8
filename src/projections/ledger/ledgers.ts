import { hash } from 'node:crypto';
import { grow, type TreeHashes, treeHashes } from '../../contracts/ledger/merkle.ts';
import { AccountForgotten } from '../../domain/account/events.ts';
import { EVENTS } from '../../domain/catalogue.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { partnerOfKey } from '../../domain/partner/events.ts';
import type { AddPart, Projection } from '../engine/projection.ts';
import { onEach } from '../task/tasks.ts';

/** The hashes of the tree by Node's own SHA-256, which takes a fifth of the time of the portable one. */
export const HASHES: TreeHashes = treeHashes((hex) => hash('sha256', Buffer.from(hex, 'hex'), 'hex'));

/** By owner: the size of an account's ledger, and the roots of the complete subtrees of which it consists, from left to right. */
export type LedgerDoc = {
  readonly owner: string;
  readonly size: number;
  readonly peaks: readonly string[];
};

/** By `leafId`. Leaves never change. */
export type LeafDoc = {
  readonly owner: string;
  readonly event_id: string;
  /** The event's chain hash. */
  readonly hash: string;
  readonly stream: string;
  readonly revision: number;
  /** The roots of the complete subtrees that end with this leaf, of sizes 2, 4, 8 and so on; left out if there are none. */
  readonly completed?: readonly string[];
};

export const leafId = (owner: string, index: number): string => `${owner}.${index}`;
export const indexOfLeaf = (id: string): number => Number(id.slice(id.lastIndexOf('.') + 1));

/**
 * The accounts whose ledger contains an event: those in `metadata.owner` and `data.user_id`. This rule never changes
 * (docs/adr/0078-ledgers.md), because every signed head depends on it. No upcaster changes `user_id`.
 */
export function accountsOf({ metadata: { owner }, data }: Pick<Recorded, 'metadata' | 'data'>): readonly string[] {
  const user = 'user_id' in data && typeof data.user_id === 'string' ? data.user_id : null;
  const accounts = user === null || user === owner ? [owner] : [owner, user];
  return accounts.filter((id) => id !== null && partnerOfKey(id) === null) as readonly string[];
}

function added(doc: LedgerDoc | null, event: Recorded, owner: string, add: AddPart): LedgerDoc | null {
  if (isEvent(event, AccountForgotten)) return forgotten(doc, add);
  const { size, peaks } = doc ?? { size: 0, peaks: [] };
  const { hash: entry } = event.metadata;
  const grown = grow(peaks, size, HASHES.leaf(entry), HASHES);
  const leaf: LeafDoc = {
    owner,
    event_id: event.id,
    hash: entry,
    stream: event.stream,
    revision: event.revision,
    ...(grown.completed.length > 0 && { completed: grown.completed }),
  };
  add(leafId(owner, size), leaf);
  return { owner, size: size + 1, peaks: grown.peaks };
}

/** Deletes what was begun anew after the deletion of the account, by the last messages to its partner. */
function forgotten(doc: LedgerDoc | null, add: AddPart): null {
  for (let index = 0; index < (doc?.size ?? 0); index += 1) add(leafId(doc?.owner ?? '', index), null);
  return null;
}

/** The Merkle tree over the events of each account. Leaves are stored before the document that counts them. */
export const ledgers: Projection<LedgerDoc> = {
  name: 'ledgers',
  version: 1,
  indexes: [{ name: 'event', fields: ['owner', 'event_id'] }],
  ids: accountsOf,
  on: onEach([...EVENTS.keys()], added),
};

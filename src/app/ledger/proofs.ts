import type { Head } from '../../contracts/ledger/head.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { itemAt, required } from '../../domain/kernel/records.ts';
import { consistencyPath, inclusionPath, type Leaf, leafOfEvent } from '../../projections/ledger/tree.ts';
import type { App } from '../app.ts';
import { headFor, presentLedger } from './heads.ts';

const unknown = (): RuleViolation => new RuleViolation('not_found', 'There is no such thing here.');

export interface Inclusion {
  readonly leaf_index: number;
  readonly size: number;
  readonly path: readonly string[];
}

/**
 * Proves that an event is in the owner's ledger, under the newest head that there is, or under a new one if that does not hold it.
 * @throws RuleViolation not_found, rate_limited
 */
export async function inclusionOf(app: App, owner: string, eventId: string): Promise<Inclusion> {
  return inclusionOfLeaf(app, owner, await leafOrRefusal(app, owner, eventId));
}

async function leafOrRefusal({ views }: Pick<App, 'views'>, owner: string, eventId: string): Promise<Leaf> {
  const leaf = await leafOfEvent(views, owner, eventId);
  if (leaf === null) throw unknown();
  return leaf;
}

async function inclusionOfLeaf(app: App, owner: string, { index }: Leaf): Promise<Inclusion> {
  const { number } = await presentLedger(app, owner);
  const newest = await app.heads.newestHead(owner, number);
  const holding =
    newest !== null && newest.size > index ? newest : required(await headFor(app, owner, 'refuse'), 'head of a ledger with leaves');
  return { leaf_index: index, size: holding.size, path: await inclusionPath(app.views, owner, index, holding.size) };
}

/** The consistency path between two heads of the present ledger. @throws RuleViolation not_found */
export async function consistencyOf(app: App, owner: string, from: number, to: number): Promise<{ readonly path: readonly string[] }> {
  const { number } = await presentLedger(app, owner);
  const heads: readonly (Head | null)[] = await Promise.all([from, to].map((size) => app.heads.headAt(owner, { number, size })));
  if (heads.includes(null)) throw unknown();
  return { path: await consistencyPath(app.views, owner, from, to) };
}

export interface ProvenEvent {
  /** As it is stored, with its hash, before any conversion to a newer version. */
  readonly event: Omit<Recorded, 'position'>;
  readonly leaf_index: number;
  readonly proof: Inclusion;
}

/** An event of the owner's ledger with the proof that it is in it. @throws RuleViolation not_found, rate_limited */
export async function provenEvent(app: App, owner: string, eventId: string): Promise<ProvenEvent> {
  const leaf = await leafOrRefusal(app, owner, eventId);
  const { stream, revision } = leaf.doc;
  const { position: _, ...event } = itemAt(await app.store.readStored(stream, revision, 1), 0);
  return { event, leaf_index: leaf.index, proof: await inclusionOfLeaf(app, owner, leaf) };
}

import { type JsonObject, type Position, type Recorded, START } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { required } from '../../domain/kernel/records.ts';
import type { Lease } from '../../ports/coordination.ts';
import type { CheckpointWrite, Documents, Write } from '../../ports/documents.ts';
import type { Log } from '../../ports/log.ts';
import { type AddPart, type AnyProjection, collectionName, type Fold, specOf } from './projection.ts';

interface Entry {
  doc: JsonObject | null;
  /** Position of the last event that changed the document; empty for none. */
  position: Position | '';
}

export interface Hold {
  readonly token: number;
  readonly lost: AbortSignal;
}

export interface MemberStart {
  readonly checkpoint: Position;
  /** If it is not the projection's own collection. */
  readonly collection?: string;
  /** Left out: only this process writes the collection. */
  readonly hold?: Hold;
  /**
   * The collection already serves. One that has a lease and does not serve yet is announced with the first write after it has caught up.
   */
  readonly live?: boolean;
}

export interface Member {
  readonly projection: AnyProjection;
  readonly collection: string;
  readonly hold: Hold | null;
  /** The positions up to which it is folded (`folded`) and written (`written`). */
  folded: Position;
  written: Position;
  readonly hot: Map<string, Entry>;
  readonly dirty: Set<string>;
  /** Those of the changed documents that a fold has added beside its own. They are stored before the others. */
  readonly parts: Set<string>;
  /** What the fold that is running adds. */
  readonly added: Map<string, JsonObject | null>;
  readonly add: AddPart;
  /** Every document of the collection is in memory, so an id that is not in memory has no document. */
  whole: boolean;
  live: boolean;
  announced: boolean;
}

export interface Step {
  readonly member: Member;
  readonly fold: Fold<JsonObject>;
  readonly event: Recorded;
  readonly id: string;
}

/** A fold threw an error, which concerns only this projection. */
export class FoldFault extends Error {
  override readonly name = 'FoldFault';
  readonly collection: string;
  constructor(collection: string, { id, type, position }: Recorded, cause: unknown) {
    super(`${collection} cannot take in ${type} (event ${id}) at ${position}.`, { cause });
    this.collection = collection;
  }
}

export function newMember(projection: AnyProjection, { checkpoint, collection, hold, live = false }: MemberStart): Member {
  const added: Member['added'] = new Map();
  return {
    projection,
    collection: collection ?? collectionName(projection),
    hold: hold ?? null,
    folded: checkpoint,
    written: checkpoint,
    hot: new Map(),
    dirty: new Set(),
    parts: new Set(),
    added,
    add: (id, doc) => void added.set(id, doc),
    whole: checkpoint === START,
    live,
    announced: false,
  };
}

/** Changes nothing if the document already includes the event, or if the fold returns the same document. */
export function apply({ member, fold, event, id }: Step): void {
  const entry = member.hot.get(id);
  if (entry && event.position <= entry.position) return;
  const before = entry?.doc ?? null;
  const doc = folded(member, fold, before, event, id);
  if (member.added.size > 0) takeAdded(member, event.position);
  if (doc === before) return;
  member.dirty.add(id);
  if (!entry) {
    member.hot.set(id, { doc, position: event.position });
    return;
  }
  entry.doc = doc;
  entry.position = event.position;
}

function takeAdded({ added, hot, dirty, parts }: Member, position: Position): void {
  for (const [id, doc] of added) {
    hot.set(id, { doc, position });
    dirty.add(id);
    parts.add(id);
  }
  added.clear();
}

function folded(member: Member, fold: Fold<JsonObject>, before: JsonObject | null, event: Recorded, id: string): JsonObject | null {
  try {
    return fold(before, event, id, member.add);
  } catch (error) {
    throw new FoldFault(member.collection, event, error);
  }
}

export const writesOf = ({ hot, dirty, parts }: Member): readonly Write[] =>
  parts.size === 0 ? writesIn(hot, dirty) : writesIn(hot, dirty.difference(parts));

/** What has to be stored before `writesOf`. */
export const partWritesOf = ({ hot, parts }: Member): readonly Write[] => writesIn(hot, parts);

const writesIn = (hot: Member['hot'], ids: ReadonlySet<string>): readonly Write[] =>
  [...ids].map((id) => {
    const { doc, position } = required(hot.get(id), 'document in memory');
    return { id, doc, position };
  });

export const checkpointOf = ({ collection, folded: position, hold, announced }: Member): CheckpointWrite => ({
  name: collection,
  position,
  ...(hold && { token: hold.token }),
  ...(announced && { live: true }),
});

/** Keeps the most recently used documents in memory, up to the limit. Documents that never change again are not kept. */
export function keepNewest(member: Member, limit: number): void {
  const { hot, dirty, parts, projection } = member;
  for (const id of dirty) {
    const entry = required(hot.get(id), 'document in memory');
    hot.delete(id);
    if (projection.once || projection.ofEvents || parts.has(id)) continue;
    hot.set(id, entry);
  }
  dirty.clear();
  parts.clear();
  if (hot.size > limit) member.whole = false;
  for (const id of hot.keys()) {
    if (hot.size <= limit) break;
    hot.delete(id);
  }
}

export function reset(member: Member): void {
  member.hot.clear();
  member.dirty.clear();
  member.parts.clear();
  member.added.clear();
  member.folded = member.written;
  member.whole = member.written === START;
  member.announced = false;
}

export interface TakingUp {
  readonly store: Pick<EventStore, 'head'>;
  readonly documents: Documents;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/**
 * Prepares a collection under a new lease: creates it if it does not exist, and stores the lease's token in its checkpoint, so that the
 * former holder can no longer write. A collection that is ahead of the log belongs to another log and starts again from nothing. Null: it
 * was not possible now, and the lease is released.
 */
export async function takeUp(
  { store, documents, log }: TakingUp,
  projection: AnyProjection,
  lease: Lease,
): Promise<(MemberStart & { readonly live: boolean }) | null> {
  const name = collectionName(projection);
  try {
    const spec = specOf(projection);
    await documents.ensure(spec);
    const found = (await documents.checkpoints([name])).get(name);
    // The end of the log is read after the checkpoint, because the log only grows.
    const foreign = found !== undefined && found.position > (await store.head());
    if (foreign) {
      await documents.drop(name);
      await documents.ensure(spec);
    }
    const checkpoint = foreign ? START : (found?.position ?? START);
    await documents.apply({ writes: [], checkpoints: [{ name, position: checkpoint, token: lease.token }] });
    return { checkpoint, hold: lease, live: !foreign && found?.live === true };
  } catch (error) {
    log.error({ err: error, collection: name }, 'read_model.take_failed');
    await lease.release().catch(() => undefined);
    return null;
  }
}

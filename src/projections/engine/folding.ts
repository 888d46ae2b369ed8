import { type JsonObject, type Position, type Recorded, START } from '../../domain/kernel/event.ts';
import type { Documents } from '../../ports/documents.ts';
import {
  apply,
  checkpointOf,
  keepNewest,
  type Member,
  type MemberStart,
  newMember,
  partWritesOf,
  reset,
  type Step,
  writesOf,
} from './member.ts';
import type { AnyProjection, Fold } from './projection.ts';
import { everything } from './views.ts';

/** The index that finds all documents of an owner: it begins with the owner and leaves out no document. */
export const ownerIndex = ({ indexes }: AnyProjection): string | null =>
  indexes.find(({ fields, sparse }) => fields[0] === 'owner' && !sparse)?.name ?? null;

export interface Holding {
  readonly projection: AnyProjection;
  readonly collection: string;
  /** Documents in memory that are newer than the stored ones; null means that the document is removed. */
  readonly hot: ReadonlyMap<string, { readonly doc: JsonObject | null; readonly position: Position | '' }>;
}

/** Ids of the owner's documents up to a position: those that carry the owner's id, and the one whose own id it is. */
async function documentsOf(
  documents: Documents,
  { projection, collection, hot }: Holding,
  owner: string | null,
  until: Position,
): Promise<readonly string[]> {
  if (owner === null) return [];
  const inHand = [...hot].filter(([id, { doc, position }]) => doc !== null && position <= until && (id === owner || doc.owner === owner));
  const index = ownerIndex(projection);
  const named = index === null ? [] : await everything(documents, collection, { index, equals: [owner], order: 'asc' });
  const own = await documents.get(collection, owner);
  const stored = [...named, ...(own ? [own] : [])].filter(({ id, position }) => position <= until && !hot.has(id));
  return [...new Set([...inHand.map(([id]) => id), ...stored.map(({ id }) => id)])];
}

const NOWHERE: Position = '9'.repeat(START.length);

export interface FoldingLimits {
  readonly hot: number;
}

/** After so many writes that left out some collections all are written, so that little is folded again after an error. */
const MOST_WAITS = 100;

/**
 * Folds events into documents that stay in memory until `write`, for several projections at once. Each event is read once, and each
 * document is loaded once and written once.
 */
export class Folding {
  readonly members: Member[] = [];
  readonly #documents: Documents;
  readonly #hot: number;
  /** Stored types of events after which some member deletes the owner's documents. */
  readonly #forgetting = new Set<string>();
  #waited = 0;
  #byType = new Map<string, { member: Member; fold: Fold<JsonObject> }[]>();

  constructor(documents: Documents, { hot }: FoldingLimits) {
    this.#documents = documents;
    this.#hot = hot;
  }

  /** Adds a projection at the position up to which its collection is folded. */
  add(projection: AnyProjection, start: Position | MemberStart): void {
    this.#admit(newMember(projection, typeof start === 'string' ? { checkpoint: start } : start));
  }

  join(other: Folding): void {
    for (const member of other.members) this.#admit(member);
  }

  /** Removes members with their documents in memory. Nothing is written for them from now on. */
  remove(collections: readonly string[]): readonly Member[] {
    const removed = this.members.filter(({ collection }) => collections.includes(collection));
    if (removed.length === 0) return removed;
    const left = this.members.filter((member) => !removed.includes(member));
    this.members.length = 0;
    this.#byType = new Map();
    for (const member of left) this.#admit(member);
    return removed;
  }

  /** The position up to which every member has written; without members a position beyond any log. */
  get position(): Position {
    let least = NOWHERE;
    for (const { written } of this.members) if (written < least) least = written;
    return least;
  }

  /** Folds events, oldest first. A projection skips events that it has folded already. */
  async fold(events: readonly Recorded[]): Promise<void> {
    let from = 0;
    for (const [index, event] of events.entries()) {
      if (!this.#forgetting.has(event.type)) continue;
      const behind = this.members.filter(({ folded, projection }) => folded < event.position && projection.forgetsOn === event.type);
      await this.#foldAll(events.slice(from, index + 1));
      for (const member of behind) await this.#forget(member, event);
      from = index + 1;
    }
    await this.#foldAll(events.slice(from));
  }

  async #foldAll(events: readonly Recorded[]): Promise<void> {
    const last = events.at(-1);
    if (!last) return;
    const steps = events.flatMap((event) => this.#stepsOf(event));
    await Promise.all(this.members.map((member) => this.#load(member, steps)));
    for (const step of steps) apply(step);
    for (const member of this.members) if (last.position > member.folded) member.folded = last.position;
  }

  /**
   * Writes changed documents and checkpoints in one batch, then drops the least recently used documents from memory. Collections whose
   * lease is lost are not written. With `atLeast`, a collection waits until it has so many changed documents: most of them change several
   * times within a short time, and are then written once.
   * @throws Fenced
   */
  async write(atLeast = 0): Promise<void> {
    const least = this.#waited < MOST_WAITS ? atLeast : 0;
    // A copy of the list, because a lost lease removes members meanwhile.
    const moved = [...this.members].filter(
      (member) => (member.folded > member.written || member.announced) && member.dirty.size >= least && !member.hold?.lost.aborted,
    );
    this.#waited = least === 0 ? 0 : this.#waited + 1;
    if (moved.length === 0) return;
    const goals = moved.map((member) => ({ member, position: member.folded, announced: member.announced }));
    const adding = moved.filter(({ parts }) => parts.size > 0);
    await this.#documents.apply({
      ...(adding.length > 0 && { first: adding.map((member) => ({ collection: member.collection, writes: partWritesOf(member) })) }),
      writes: moved.filter(({ dirty }) => dirty.size > 0).map(partOf),
      checkpoints: moved.map(checkpointOf),
    });
    for (const { member, position, announced } of goals) {
      member.written = position;
      if (announced) Object.assign(member, { live: true, announced: false });
      keepNewest(member, this.#hot);
    }
  }

  /** All members have caught up. Those that have a lease and are not live yet are marked as live with the next write. */
  announce(): void {
    for (const member of this.members) member.announced = member.hold !== null && !member.live;
  }

  /** Drops all documents in memory, also unwritten ones. After an error the next read starts at `position`. */
  reset(): void {
    for (const member of this.members) reset(member);
  }

  async #forget({ projection, collection, hot, dirty }: Member, { metadata, position }: Recorded): Promise<void> {
    for (const id of await documentsOf(this.#documents, { projection, collection, hot }, metadata.owner, position)) {
      hot.set(id, { doc: null, position });
      dirty.add(id);
    }
  }

  #admit(member: Member): void {
    this.members.push(member);
    if (member.projection.forgetsOn !== undefined) this.#forgetting.add(member.projection.forgetsOn);
    for (const [type, fold] of Object.entries(member.projection.on)) {
      const takers = this.#byType.get(type) ?? [];
      takers.push({ member, fold });
      this.#byType.set(type, takers);
    }
  }

  #stepsOf(event: Recorded): Step[] {
    const steps: Step[] = [];
    for (const { member, fold } of this.#byType.get(event.type) ?? []) {
      if (event.position <= member.folded) continue;
      for (const id of member.projection.ids(event)) steps.push({ member, fold, event, id });
    }
    return steps;
  }

  async #load(member: Member, steps: readonly Step[]): Promise<void> {
    if (member.whole || member.projection.once || member.projection.ofEvents) return;
    const missing = idsToLoad(member, steps);
    if (missing.size === 0) return;
    const found = await this.#documents.getMany(member.collection, [...missing]);
    for (const [id, { doc, position }] of found) member.hot.set(id, { doc, position });
  }
}

function idsToLoad(member: Member, steps: readonly Step[]): ReadonlySet<string> {
  const ids = new Set<string>();
  const made = new Set<string>();
  for (const { member: taker, event, id } of steps) {
    if (taker !== member || member.hot.has(id)) continue;
    if (member.projection.ofStream && event.revision === 0) made.add(id);
    else if (!made.has(id)) ids.add(id);
  }
  return ids;
}

const partOf = (member: Member) => ({ collection: member.collection, writes: writesOf(member) });

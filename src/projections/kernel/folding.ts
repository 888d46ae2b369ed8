import { type Position, type Recorded, START } from '../../domain/kernel/event.ts';
import type { JsonObject } from '../../domain/kernel/json.ts';
import type { Documents, Write } from './documents.ts';
import { documentsOf, FORGETS } from './forgetting.ts';
import { type AnyProjection, collectionName, type Fold } from './projection.ts';

interface Entry {
  doc: JsonObject | null;
  /** Of the last event that changed it; empty for none. */
  position: Position | '';
}

/** One projection with its documents in hand. */
export interface Member {
  readonly projection: AnyProjection;
  readonly collection: string;
  /** Folded up to here; and up to here it is written. */
  folded: Position;
  written: Position;
  readonly hot: Map<string, Entry>;
  readonly dirty: Set<string>;
  /** Every document of the collection is in hand, so that what is not there does not exist. */
  whole: boolean;
}

const NOWHERE: Position = '9'.repeat(START.length);

/** One event for one document. */
interface Step {
  readonly member: Member;
  readonly fold: Fold<JsonObject>;
  readonly event: Recorded;
  readonly id: string;
}

export interface FoldingLimits {
  /** Documents that each projection keeps in hand between writes. */
  readonly hot: number;
}

/**
 * Folds events into documents that are held in memory until `write`, for several projections at once: each
 * event is read once, each document is loaded once and written once.
 */
export class Folding {
  readonly members: Member[] = [];
  readonly #documents: Documents;
  readonly #hot: number;
  #byType = new Map<string, { member: Member; fold: Fold<JsonObject> }[]>();

  constructor(documents: Documents, { hot }: FoldingLimits) {
    this.#documents = documents;
    this.#hot = hot;
  }

  add(projection: AnyProjection, checkpoint: Position): void {
    const collection = collectionName(projection);
    this.#admit({
      projection,
      collection,
      folded: checkpoint,
      written: checkpoint,
      hot: new Map(),
      dirty: new Set(),
      whole: checkpoint === START,
    });
  }

  /** Takes over the members of another, with what they have in hand. */
  join(other: Folding): void {
    for (const member of other.members) this.#admit(member);
  }

  /** What every member has written; with no members, beyond any log. */
  get position(): Position {
    let least = NOWHERE;
    for (const { written } of this.members) if (written < least) least = written;
    return least;
  }

  get unwritten(): number {
    return this.members.reduce((sum, { dirty }) => sum + dirty.size, 0);
  }

  /** Folds events, oldest first. What a projection has folded already is not folded again. */
  async fold(events: readonly Recorded[]): Promise<void> {
    let from = 0;
    for (const [index, event] of events.entries()) {
      if (event.type !== FORGETS) continue;
      const behind = this.members.filter(({ folded }) => folded < event.position);
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

  /** Writes what has changed and how far it goes, in one batch; then lets go of what was long not touched. */
  async write(): Promise<void> {
    const moved = this.members.filter(({ folded, written }) => folded > written);
    if (moved.length === 0) return;
    const goals = moved.map((member) => ({ member, position: member.folded }));
    await this.#documents.apply({
      writes: moved.filter(({ dirty }) => dirty.size > 0).map((member) => ({ collection: member.collection, writes: writesOf(member) })),
      checkpoints: goals.map(({ member, position }) => ({ name: member.collection, position })),
    });
    for (const { member, position } of goals) {
      member.written = position;
      settle(member, this.#hot);
    }
  }

  /** Forgets what is not written, and all that is in hand: after a fault, the next read starts at `position`. */
  reset(): void {
    for (const member of this.members) {
      member.hot.clear();
      member.dirty.clear();
      member.folded = member.written;
      member.whole = member.written === START;
    }
  }

  /** The event's owner is gone, and so are their documents. */
  async #forget({ projection, collection, hot, dirty }: Member, { metadata, position }: Recorded): Promise<void> {
    for (const id of await documentsOf(this.#documents, { projection, collection, hot }, metadata.owner, position)) {
      hot.set(id, { doc: null, position });
      dirty.add(id);
    }
  }

  #admit(member: Member): void {
    this.members.push(member);
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
    if (member.whole || member.projection.once) return;
    const missing = new Set<string>();
    for (const step of steps) if (step.member === member && !member.hot.has(step.id)) missing.add(step.id);
    if (missing.size === 0) return;
    const found = await this.#documents.getMany(member.collection, [...missing]);
    for (const [id, { doc, position }] of found) member.hot.set(id, { doc, position });
  }
}

/** An event that a document holds already changes nothing, and so does a fold that gives the same document back. */
function apply({ member, fold, event, id }: Step): void {
  const entry = member.hot.get(id);
  if (entry && event.position <= entry.position) return;
  const before = entry?.doc ?? null;
  const doc = fold(before, event, id);
  if (doc === before) return;
  member.dirty.add(id);
  if (!entry) member.hot.set(id, { doc, position: event.position });
  else Object.assign(entry, { doc, position: event.position });
}

function writesOf({ hot, dirty }: Member): readonly Write[] {
  return [...dirty].map((id) => {
    const { doc, position } = hot.get(id) as Entry;
    return { id, doc, position };
  });
}

/** What was touched last is kept in hand, up to the limit; a document that is never changed again is not. */
function settle(member: Member, limit: number): void {
  const { hot, dirty, projection } = member;
  for (const id of dirty) {
    const entry = hot.get(id) as Entry;
    hot.delete(id);
    if (projection.once) continue;
    hot.set(id, entry);
  }
  dirty.clear();
  if (hot.size > limit) member.whole = false;
  for (const id of hot.keys()) {
    if (hot.size <= limit) break;
    hot.delete(id);
  }
}

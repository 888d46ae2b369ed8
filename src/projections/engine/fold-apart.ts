import { type Position, type Recorded, START } from '../../domain/kernel/event.ts';
import type { Documents } from '../../ports/documents.ts';
import { Folding } from './folding.ts';
import { type AnyProjection, collectionName, specOf } from './projection.ts';
import { currentViews, type Views } from './views.ts';

export interface FoldingApart {
  /** A store that nothing else uses: it is empty, or it was folded into before and goes on from there. */
  readonly documents: Documents;
  readonly projections: readonly AnyProjection[];
  /** In batches, oldest first. Events that were folded already are skipped. */
  readonly events: AsyncIterable<readonly Recorded[]> | Iterable<readonly Recorded[]>;
  /** The position up to which each read model is folded, by its name. Without a position a read model takes all events. */
  readonly ends?: ReadonlyMap<string, Position>;
}

const UNWRITTEN = 1_000;
const HOT = 1_000;
const BEYOND: Position = '9'.repeat(START.length);

/**
 * Folds events into read models of their own, beside those that serve, and gives the views of them. The events can be those of the whole
 * log, of one account, or of any part that an instant cuts off. Nothing else is read, so the result says what today's folds make of them.
 * @throws FoldFault naming the event that a fold cannot take
 */
export async function foldApart({ documents, projections, events, ends }: FoldingApart): Promise<Views> {
  const names = projections.map(collectionName);
  for (const projection of projections) await documents.ensure(specOf(projection));
  const started = await documents.checkpoints(names);
  const indexesLater = await documents.filling?.(names.filter((name) => !started.has(name)));
  const folding = new Folding(documents, { hot: HOT });
  for (const projection of projections) folding.add(projection, started.get(collectionName(projection))?.position ?? START);
  const course = new Course(folding, ends ?? new Map());
  for await (const batch of events) {
    await course.take(batch);
    if (course.isOver) break;
  }
  await folding.write();
  await indexesLater?.();
  return currentViews(documents, projections);
}

/** Takes batches, and leaves each read model out as soon as it has reached its end. */
class Course {
  readonly #folding: Folding;
  readonly #ends: ReadonlyMap<string, Position>;

  constructor(folding: Folding, ends: ReadonlyMap<string, Position>) {
    this.#folding = folding;
    this.#ends = ends;
  }

  get isOver(): boolean {
    return this.#folding.members.length === 0;
  }

  async take(batch: readonly Recorded[]): Promise<void> {
    let rest = batch;
    for (let end = this.#nearestEnd(); end < (rest.at(-1)?.position ?? START); end = this.#nearestEnd()) {
      await this.#folding.fold(rest.filter(({ position }) => position <= end));
      await this.#leave(end);
      rest = rest.filter(({ position }) => position > end);
    }
    await this.#folding.fold(rest);
    await this.#folding.write(UNWRITTEN);
  }

  #endOf({ name }: AnyProjection): Position {
    return this.#ends.get(name) ?? BEYOND;
  }

  #nearestEnd(): Position {
    const ends = this.#folding.members.map(({ projection }) => this.#endOf(projection));
    return ends.toSorted()[0] ?? BEYOND;
  }

  async #leave(end: Position): Promise<void> {
    await this.#folding.write();
    const over = this.#folding.members.filter(({ projection }) => this.#endOf(projection) === end);
    this.#folding.remove(over.map(({ collection }) => collection));
  }
}

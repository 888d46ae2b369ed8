import { LRUCache } from 'lru-cache';
import { type LiveKind, livePositionOf } from '../../../contracts/live.ts';
import { fromEpoch, toEpoch } from '../../../domain/calendar/dates.ts';
import type { Position } from '../../../domain/kernel/event.ts';

/** Up to where a client has been told of changes: in the log, and by the program's clock. */
export interface Told {
  readonly position: Position;
  readonly at: string;
}

export const eventIdOf = ({ position, at }: Told): string => `${position}-${toEpoch(at)}`;

/** Null: it is no id of ours. */
export function toldBy(eventId: string): Told | null {
  const told = livePositionOf(eventId);
  return told && { position: told.position, at: fromEpoch(told.at) };
}

const MOST_OWNERS = 10_000;

/** Remembers at which position of the log each kind of thing of an owner changed last. */
export class KnownChanges {
  /** Changes up to here may be unknown. */
  #unknownTo: Position;
  readonly #last: LRUCache<string, ReadonlyMap<LiveKind, Position>>;

  constructor(from: Position, most = MOST_OWNERS) {
    this.#unknownTo = from;
    this.#last = new LRUCache<string, ReadonlyMap<LiveKind, Position>>({
      maxSize: most,
      sizeCalculation: () => 1,
      dispose: (forgotten, _owner, reason) => {
        if (reason === 'evict') for (const position of forgotten.values()) this.#unknownTo = later(this.#unknownTo, position);
      },
    });
  }

  note(owner: string, kinds: Iterable<LiveKind>, position: Position): void {
    const last = new Map(this.#last.get(owner));
    for (const kind of kinds) last.set(kind, position);
    this.#last.set(owner, last);
  }

  /** The kinds that have changed after a position; null: that is not known. */
  since(owner: string, position: Position): ReadonlySet<LiveKind> | null {
    if (position < this.#unknownTo) return null;
    const last = this.#last.get(owner) ?? new Map<LiveKind, Position>();
    return new Set([...last].filter(([, changed]) => changed > position).map(([kind]) => kind));
  }
}

const later = (a: Position, b: Position): Position => (a > b ? a : b);

import type { Recorded } from '../../src/domain/kernel/event.ts';
import type { EventStore } from '../../src/domain/kernel/event-store.ts';
import { createKeptFolds, type KeptFoldsOptions } from '../../src/store/event-log/kept-folds.ts';

/** One stream in memory, as a process with folds of its own reads it. `read`: how many events each read gave. */
export interface StreamReader extends Pick<EventStore, 'readStream'>, Required<Pick<EventStore, 'folds'>> {
  readonly read: number[];
}

/** A process that reads the stream. `events` can grow, or be replaced as a whole, while it does. */
export function readerOf(events: readonly Recorded[], options: KeptFoldsOptions = { long: 1 }): StreamReader {
  const read: number[] = [];
  return {
    read,
    folds: createKeptFolds(options),
    async readStream(_stream, from = 0, limit = Number.POSITIVE_INFINITY) {
      const found = events.filter(({ revision }) => revision >= from).slice(0, limit);
      read.push(found.length);
      return found;
    },
  };
}

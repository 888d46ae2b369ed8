import { type Position, type Recorded, START } from '../../../src/domain/kernel/event.ts';
import type { EventStore } from '../../../src/domain/kernel/event-store.ts';

/** A log in memory, to which events are added as if another process had written them. */
export interface FakeLog extends EventStore {
  add(...events: readonly Recorded[]): void;
  /** Delivers an earlier batch to every subscriber once more. */
  again(events: readonly Recorded[]): Promise<void>;
  /** How often events were read from it. */
  readonly reads: number;
}

type Handler = (events: readonly Recorded[]) => Promise<void>;

export function fakeLog(given: readonly Recorded[] = []): FakeLog {
  const events = [...given];
  const handlers = new Map<Handler, () => void>();
  let reads = 0;

  const after = (position: Position, limit: number) => {
    const start = events.findIndex((event) => event.position > position);
    return start === -1 ? [] : events.slice(start, start + limit);
  };

  /** One call at a time; after an error the same batch again. */
  function subscribe(from: Position, handler: Handler, { batch = 500 } = {}) {
    let [at, stopped, running] = [from, false, Promise.resolve()];
    const handOver = async () => {
      while (!stopped) {
        const next = after(at, batch);
        if (next.length === 0) return;
        const done = await handler(next).then(
          () => true,
          () => false,
        );
        if (done) at = next.at(-1)?.position ?? at;
        else await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const wake = () => {
      running = running.then(handOver);
    };
    handlers.set(handler, wake);
    wake();
    return {
      stop: () => {
        stopped = true;
        handlers.delete(handler);
        return running;
      },
    };
  }

  return {
    get reads() {
      return reads;
    },
    add(...more) {
      events.push(...more);
      for (const wake of handlers.values()) wake();
    },
    async again(batch) {
      for (const handler of handlers.keys()) await handler(batch);
    },
    append: () => Promise.reject(new Error('Events are added to this log, not appended.')),
    readStream: async (stream, from = 0) => events.filter((event) => event.stream === stream && event.revision >= from),
    readStored: async (stream, from) => events.filter((event) => event.stream === stream && event.revision >= from),
    readAll: async (position, limit) => {
      reads += 1;
      return after(position, limit);
    },
    readLast: async (limit) => events.toReversed().slice(0, limit),
    head: async () => events.at(-1)?.position ?? START,
    subscribe,
  };
}

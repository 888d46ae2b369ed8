import { setImmediate as breath, setTimeout as delay } from 'node:timers/promises';
import type { Position } from '../../domain/kernel/event.ts';
import type { Subscription } from '../../domain/kernel/event-store.ts';
import type { StoredEvent } from './raw-log.ts';

export interface Pulling {
  readonly after: Position;
  readonly batch: number;
  /** Fewer than `limit`: there are no more. The signal aborts when nobody wants them any more. */
  readonly read: (after: Position, limit: number, signal: AbortSignal) => readonly StoredEvent[] | Promise<readonly StoredEvent[]>;
  readonly handler: (events: readonly StoredEvent[]) => Promise<void>;
  /** Waits before batch is tried again for the nth time (from 1); ends at once when the signal aborts. */
  readonly pause: (attempt: number, signal: AbortSignal) => Promise<void>;
  readonly onStop: () => void;
}

export interface Waking extends Subscription {
  /** There may be something new. */
  wake(): void;
}

export const backOff: Pulling['pause'] = (attempt, signal) =>
  delay(Math.min(100 * 2 ** (attempt - 1), 5000), undefined, { signal, ref: false }).catch(() => undefined);

/** Reads batch after batch, one handler call at a time, and then sleeps until it is woken. */
export function pull({ after, batch, read, handler, pause, onStop }: Pulling): Waking {
  const stopping = new AbortController();
  let news = true;
  let wakeUp: (() => void) | null = null;
  const wake = () => {
    news = true;
    wakeUp?.();
  };

  async function run(): Promise<void> {
    let at = after;
    let attempt = 0;
    // Whoever subscribes is never called back before it holds the subscription.
    await Promise.resolve();
    while (!stopping.signal.aborted) {
      try {
        news = false;
        const events = await read(at, batch, stopping.signal);
        if (stopping.signal.aborted) break;
        const last = events.at(-1);
        if (last) {
          await handler(events);
          at = last.position;
          if (events.length === batch) {
            news = true;
            // Catching up must not keep everything else waiting.
            await breath();
          }
        }
        attempt = 0;
      } catch {
        attempt += 1;
        news = true;
        await pause(attempt, stopping.signal);
      }
      if (!news && !stopping.signal.aborted) {
        await new Promise<void>((resolve) => {
          wakeUp = resolve;
        });
        wakeUp = null;
      }
    }
  }

  const ended = run();
  return {
    wake,
    stop() {
      stopping.abort();
      onStop();
      wakeUp?.();
      return ended;
    },
  };
}

import { setTimeout as delay, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Position } from '../../domain/kernel/event.ts';
import type { Subscription } from '../../domain/kernel/event-store.ts';
import type { StoredEvent } from './raw-log.ts';

export interface PullOptions {
  readonly after: Position;
  readonly batch: number;
  /** Reads the next events; fewer than `limit` means that there are no more. The signal aborts when the result is no longer needed. */
  readonly read: (after: Position, limit: number, signal: AbortSignal) => readonly StoredEvent[] | Promise<readonly StoredEvent[]>;
  readonly handler: (events: readonly StoredEvent[]) => Promise<void>;
  readonly pause: (attempt: number, signal: AbortSignal) => Promise<void>;
  readonly onStop: () => void;
}

export interface WakeableSubscription extends Subscription {
  wake(): void;
}

export const backOff: PullOptions['pause'] = (attempt, signal) =>
  delay(Math.min(100 * 2 ** (attempt - 1), 5000), undefined, { signal, ref: false }).catch(() => undefined);

/** Reads batch after batch, with one handler call at a time, and then sleeps until it is woken. */
export function startPullSubscription({ after, batch, read, handler, pause, onStop }: PullOptions): WakeableSubscription {
  const stopping = new AbortController();
  let mayHaveNews = true;
  let wakeUp: (() => void) | null = null;
  const wake = () => {
    mayHaveNews = true;
    wakeUp?.();
  };

  async function run(): Promise<void> {
    let at = after;
    let attempt = 0;
    // The handler is never called before the caller has the subscription.
    await Promise.resolve();
    while (!stopping.signal.aborted) {
      try {
        mayHaveNews = false;
        const events = await read(at, batch, stopping.signal);
        if (stopping.signal.aborted) break;
        const last = events.at(-1);
        if (last) {
          await handler(events);
          at = last.position;
          if (events.length === batch) {
            mayHaveNews = true;
            // Catching up must not block the event loop.
            await yieldToEventLoop();
          }
        }
        attempt = 0;
      } catch {
        attempt += 1;
        mayHaveNews = true;
        await pause(attempt, stopping.signal);
      }
      if (!mayHaveNews && !stopping.signal.aborted) {
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

import type { App } from '../app/app.ts';
import type { Position } from '../domain/kernel/event.ts';
import { RepeatedWork } from '../projections/engine/repeated-work.ts';

export interface DueWatchOptions {
  readonly app: Pick<App, 'store' | 'clock' | 'waitForReadModels'>;
  readonly log: ConstructorParameters<typeof RepeatedWork>[1];
  /** Types of events after which due work is looked for at once, so that nobody waits for it. */
  readonly prompts: ReadonlySet<string>;
  /** Types of events that can change when something is due. */
  readonly changes: ReadonlySet<string>;
  /** The instant at which something is due next, as far as it is known; null: nothing is. */
  readonly nextAt: () => string | null;
  /** Runs what is due. Never rejects. */
  readonly tick: () => Promise<void>;
  /** The pause between two checks, in milliseconds (default 1,000). They ask no store. */
  readonly everyMs?: number;
}

const EVERY_MS = 1_000;

/**
 * Runs due work when its instant comes, and when events may have changed what is due. So the store needs to be asked only then, and not
 * again and again.
 */
export async function watchDueWork(options: DueWatchOptions): Promise<{ stop(): Promise<void> }> {
  const { app, log, prompts, changes, nextAt, tick, everyMs = EVERY_MS } = options;
  let changed: Position | null = null;

  async function check(): Promise<void> {
    const position = changed;
    changed = null;
    const at = nextAt();
    if (position === null && (at === null || at > app.clock.now())) return;
    // Read models that are late for long must not stop the others' due work.
    if (position !== null) await app.waitForReadModels(position).catch(() => undefined);
    await tick();
  }

  const checks = new RepeatedWork(check, log);
  const subscription = app.store.subscribe(await app.store.head(), async (events) => {
    changed = events.findLast(({ type }) => changes.has(type))?.position ?? changed;
    const asked = events.findLast(({ type }) => prompts.has(type));
    if (!asked) return;
    await app.waitForReadModels(asked.position);
    // This is not awaited, because sending takes as long as the mail server needs.
    void tick();
  });
  checks.every(everyMs);
  return {
    async stop() {
      await subscription.stop();
      await checks.stop();
    },
  };
}

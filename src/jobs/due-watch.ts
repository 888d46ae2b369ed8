import type { App } from '../app/app.ts';
import type { AnyEventDefinition } from '../domain/kernel/define-event.ts';
import type { Position } from '../domain/kernel/event.ts';
import type { Subscription } from '../domain/kernel/event-store.ts';

/** Calls `tick` as soon as the read models show the due work of one of these events, so that nobody waits for the next regular run. */
export function watchForDueWork(app: App, prompts: readonly AnyEventDefinition[], from: Position, tick: () => Promise<void>): Subscription {
  const types = new Set<string>(prompts.map(({ type }) => type));
  return app.store.subscribe(from, async (events) => {
    const asked = events.findLast(({ type }) => types.has(type));
    if (!asked) return;
    await app.waitForReadModels(asked.position);
    // This is not awaited, because sending takes as long as the mail server needs.
    void tick();
  });
}

import type { App } from '../app/app.ts';
import type { Position } from '../domain/kernel/event.ts';
import type { Subscription } from '../domain/kernel/event-store.ts';

/** Calls `tick` as soon as a mail or a bundle is asked for and can be seen as due, so that nobody waits for the next turn. */
export function mailWatch(app: App, from: Position, tick: () => Promise<void>): Subscription {
  return app.store.subscribe(from, async (events) => {
    const asked = events.findLast((event) => event.type === 'DeliveryRequested' || event.type === 'ExportRequested');
    if (!asked) return;
    await app.caughtUp(asked.position);
    // Not waited for: sending takes as long as a mail server takes.
    void tick();
  });
}

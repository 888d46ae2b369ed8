import type { App } from '../app/app.ts';
import { afterPartner } from '../app/partner-reactions.ts';
import { repeatCascade } from '../app/task-cascade.ts';
import { carryVacation } from '../app/vacations.ts';
import { type Position, type Recorded, START } from '../domain/kernel/event.ts';

const TAIL = 5_000;
const BATCH = 500;

/** Carries out what a crash or a full disk cut off between a parent's change and its children's parts, and after a vacation's and a partner's. */
export interface Cascades {
  /** Everything since the last time; the first time, the newest few thousand events. */
  repeat(): Promise<void>;
}

export function createCascades(app: App): Cascades {
  /** Null: the first time. */
  let done: Position | null = null;
  const next = async (): Promise<readonly Recorded[]> =>
    done === null ? (await app.store.readLast(TAIL)).toReversed() : app.store.readAll(done, BATCH);
  return {
    async repeat() {
      const head = await app.store.head();
      while ((done ?? START) < head) {
        const events = await next();
        for (const event of events) {
          await carryOn(app, event);
          done = event.position;
        }
        if (events.length === 0) done = head;
      }
    },
  };
}

async function carryOn(app: App, event: Recorded): Promise<void> {
  try {
    await repeatCascade(app, event);
    await carryVacation(app, event);
    await afterPartner(app, event);
  } catch (error) {
    if (!(await hasLeft(app, event))) throw error;
  }
}

/** Of whoever has left nothing is carried on, and nothing of it may hold up the others: their key is destroyed. */
async function hasLeft({ vault }: App, { metadata: { owner } }: Recorded): Promise<boolean> {
  return owner !== null && (await vault.key(owner)) === null;
}

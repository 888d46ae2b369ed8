import { generateKeyBetween } from 'fractional-indexing';
import type { Place } from '../../domain/task/commands.ts';
import { invalid, notFound } from '../../domain/task/rules.ts';
import type { Stored } from '../../ports/documents.ts';
import { task } from '../../projections/task/task-lists.ts';
import { placeBelow } from '../../projections/task/task-places.ts';
import { firstPlace, type TaskDoc } from '../../projections/task/tasks.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { withOwnerLock } from '../owner-lock.ts';
import { send, sent, type TaskResult } from './task-send.ts';

/** `before`: the task before which it will stand; null: it will be the last one. */
interface Placement {
  readonly before: string | null;
  readonly ifMatch: number | null;
}

/**
 * Gives a task another place in the owner's own order.
 * @throws RuleViolation not_found, validation_failed, precondition_failed
 */
export async function placeTask(app: App, caller: Caller, id: string, placement: Placement): Promise<TaskResult> {
  // Two tasks that move to one place at the same time would get the same place, and no other would fit between them.
  return withOwnerLock(
    app,
    caller.owner,
    async () => {
      const result = await placed(app, caller, id, placement);
      if (result.position !== null) await app.waitForReadModels(result.position);
      return result;
    },
    'place',
  );
}

async function placed(app: App, caller: Caller, id: string, { before, ifMatch }: Placement): Promise<TaskResult> {
  const moved = await existing(app, caller, id);
  if (moved === null) throw notFound();
  const base = await sent(app, caller, ifMatch);
  const command: Place = {
    type: 'Place',
    ...base,
    place: await placeFor(app, moved, await targetOf(app, caller, moved, before), base.now),
  };
  const { events: _, ...result } = await send(app, caller, id, command);
  return result;
}

async function existing(app: App, { owner }: Caller, id: string): Promise<Stored<TaskDoc> | null> {
  const found = await task(app.views, id);
  return found && found.doc.owner === owner && !found.doc.deleted ? found : null;
}

async function targetOf(app: App, caller: Caller, { id }: Stored<TaskDoc>, before: string | null): Promise<Stored<TaskDoc> | null> {
  if (before === null) return null;
  if (before === id) throw invalid({ before: ['A task cannot stand before itself.'] });
  const target = await existing(app, caller, before);
  if (target === null) throw invalid({ before: ['There is no such task.'] });
  return target;
}

/** Null: the task stands there already. */
async function placeFor(app: App, { id, doc }: Stored<TaskDoc>, target: Stored<TaskDoc> | null, now: string): Promise<string | null> {
  const above = target?.doc.place ?? null;
  const below = await placeBelow(app.views, doc.owner, above, id);
  if ((below === null || below < doc.place) && (above === null || doc.place < above)) return null;
  return above === null ? lastPlace(id, below, now) : generateKeyBetween(below, above);
}

/** Also less than the places of the tasks that are made later. */
function lastPlace(id: string, below: string | null, now: string): string {
  const place = firstPlace(id, { created_at: now, due_at: null });
  return below === null || below < place ? place : generateKeyBetween(below, null);
}

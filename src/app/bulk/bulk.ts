import { batchDecider } from '../../domain/bulk/decide.ts';
import { batchStream } from '../../domain/bulk/events.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import type { TaskResult } from '../task/task-send.ts';
import { withSpelledTags } from '../task/task-texts.ts';
import { followAll } from '../task/tasks.ts';
import { attemptAll, type BatchRefusal, refusalsOf, resultsOf, stepsFirst } from './attempts.ts';
import { applied, type BulkChange, isChangedBy } from './change.ts';

/** Both lists are in the order of the ids. `position`: of the last event of the tasks. */
export interface BatchResult {
  readonly done: readonly Pick<TaskResult, 'id' | 'state'>[];
  readonly refused: readonly BatchRefusal[];
  readonly position: Position | null;
}

/**
 * Does the same with each of several tasks, by the rules for one. `newId` makes the id of the batch; repeating the call with the same id
 * continues the first one.
 */
export async function changeTasks(
  app: App,
  caller: Caller,
  ids: readonly string[],
  change: BulkChange,
  newId = app.newId,
): Promise<BatchResult & { readonly batchId: string }> {
  const batchId = newId();
  const named = [...new Set(ids)];
  if (!('add_tags' in change)) return changed(app, caller, named, change, batchId);
  return withSpelledTags(app, caller.owner, change.add_tags, (tags = []) => changed(app, caller, named, { add_tags: tags }, batchId));
}

async function changed(app: App, caller: Caller, ids: readonly string[], change: BulkChange, batchId: string) {
  const { kind, adds, apply } = applied(change, batchId);
  const cause: Caller = { ...caller, causationId: batchId };
  const attempts = await attemptAll(app, {
    ...{ owner: caller.owner, groups: await stepsFirst(app, ids), adds },
    work: (id) => apply(app, cause, id),
  });
  const inOrder = ids.flatMap((id) => attempts.get(id) ?? []);
  const done = resultsOf(inOrder);
  const changedOnes = kind === 'again' ? done : done.filter(({ state }) => isChangedBy(state, batchId));
  const written = await followAll(app, caller.owner, done);
  // After a crash, some were changed by the request that is repeated now.
  const position = changedOnes.some((one) => one.position === null) ? await app.store.head() : written;
  const command = { type: 'Record', change: kind, tasks: changedOnes.map(({ id }) => id), now: app.clock.now() } as const;
  // The events of the tasks name this event as their cause, so its id is that of the batch.
  await handle({ ...app, newId: () => batchId }, batchDecider, batchStream(batchId), command, contextOf(caller));
  return { batchId, done, refused: refusalsOf(inOrder), position };
}

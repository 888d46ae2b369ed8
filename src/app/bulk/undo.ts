import { inPortions } from '../../concurrency/in-portions.ts';
import { type Batch, batchDecider, undoable } from '../../domain/bulk/decide.ts';
import { type BatchUndone, batchStream } from '../../domain/bulk/events.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { required } from '../../domain/kernel/records.ts';
import { changedSince } from '../../domain/task/rules.ts';
import { exists } from '../../domain/task/state.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { loadTask, type TaskResult } from '../task/task-send.ts';
import { deleteUntouched, followAll, sendUndo } from '../task/tasks.ts';
import { AT_ONCE, attemptAll, refusalsOf, resultsOf, stepsFirst } from './attempts.ts';
import type { BatchResult } from './bulk.ts';
import { isAddingBack, isChangedBy } from './change.ts';

/**
 * Takes back what a change of several tasks has done, except where the owner has changed the task since. It happens once: later the result is
 * the same, whatever became of the tasks.
 * @throws RuleViolation not_found
 */
export async function undoBatch(app: App, caller: Caller, batchId: string): Promise<BatchResult> {
  const stream = batchStream(batchId);
  const batch = undoable(await readState(app.store, batchDecider, stream), { owner: caller.owner, now: app.clock.now() });
  if (batch.undone !== null) return resultOf(app, batch.undone, null);
  const { position, ...undone } = await undoAll(app, { ...caller, causationId: batchId }, batch, batchId);
  const command = { type: 'RecordUndo', ...undone, owner: caller.owner, now: app.clock.now() } as const;
  const { state } = await handle(app, batchDecider, stream, command, contextOf(caller));
  // Of requests at the same time, the result of the first one counts for all.
  return resultOf(app, required(state?.undone, 'result of the undo'), position);
}

async function resultOf(app: App, { done, refused }: BatchUndone['data'], position: Position | null): Promise<BatchResult> {
  const states = await inPortions(done, AT_ONCE, async (id) => ({ id, state: await loadTask(app, id) }));
  return { done: states, refused, position };
}

async function undoAll(
  app: App,
  caller: Caller,
  { change, tasks }: Batch,
  batchId: string,
): Promise<BatchUndone['data'] & { readonly position: Position | null }> {
  const groups = (await stepsFirst(app, tasks)).toReversed();
  const undo = change === 'again' ? takeAway : undoOne;
  const attempts = await attemptAll(app, {
    ...{ owner: caller.owner, groups, adds: isAddingBack(change) },
    work: (id) => undo(app, caller, id, batchId),
  });
  const inOrder = tasks.flatMap((id) => attempts.get(id) ?? []);
  const results = resultsOf(inOrder);
  return {
    done: results.map(({ id }) => id),
    refused: refusalsOf(inOrder),
    position: await followAll(app, caller.owner, results),
  };
}

async function undoOne(app: App, caller: Caller, id: string, batch: string): Promise<TaskResult> {
  try {
    return await sendUndo(app, caller, id, { batch });
  } catch (error) {
    throw whatItSays(error);
  }
}

/** Deletes a task that was promised again. */
async function takeAway(app: App, caller: Caller, id: string, batch: string): Promise<TaskResult> {
  const state = await loadTask(app, id);
  const isRepeated = !exists(state) && isChangedBy(state, batch);
  if (isRepeated) return { id, state, position: await app.store.head() };
  try {
    return await deleteUntouched(app, caller, id);
  } catch (error) {
    throw whatItSays(error);
  }
}

/** A task that was there and is gone has been changed since. */
const whatItSays = (error: unknown): unknown => (error instanceof RuleViolation && error.code === 'not_found' ? changedSince() : error);

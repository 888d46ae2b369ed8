import { DAY, plus } from '../calendar/dates.ts';
import { type Decider, RuleViolation } from '../kernel/decider.ts';
import type { Decided } from '../kernel/event.ts';
import { BATCH_EVENTS, type BatchChanged, type BatchEvent, type BatchUndone, type RecordedBatchEvent } from './events.ts';

/** A change of several tasks at once; null: there was none. */
export type BatchState =
  | (BatchChanged['data'] & {
      readonly owner: string | null;
      readonly at: string;
      /** What became of it when it was taken back; null: nobody has done that. */
      readonly undone: BatchUndone['data'] | null;
    })
  | null;
export type Batch = NonNullable<BatchState>;

function evolve(state: BatchState, { type, data, metadata }: RecordedBatchEvent): BatchState {
  if (type === 'BatchChanged') return { ...data, owner: metadata.owner, at: metadata.at, undone: null };
  return state && { ...state, undone: data };
}

export type BatchCommand =
  | (BatchChanged['data'] & { readonly type: 'Record'; readonly now: string })
  | (BatchUndone['data'] & { readonly type: 'RecordUndo'; readonly owner: string; readonly now: string });

/** How long a change of several tasks can be taken back with one call. */
const UNDO_FOR = DAY;

/** @throws RuleViolation not_found, also for somebody else's, and when it can no longer be taken back */
export function undoable(state: BatchState, { owner, now }: { readonly owner: string; readonly now: string }): Batch {
  if (state === null || state.owner !== owner || plus(state.at, UNDO_FOR) <= now)
    throw new RuleViolation('not_found', 'There is no such change, or it is too long ago.');
  return state;
}

/** Both happen once. If the request is repeated, the first result counts. */
function decide(command: BatchCommand, state: BatchState): readonly Decided<BatchEvent>[] {
  if (command.type === 'Record') {
    const { change, tasks, now } = command;
    return state === null ? [{ type: 'BatchChanged', data: { change, tasks }, at: now }] : [];
  }
  const { done, refused, now } = command;
  return undoable(state, command).undone === null ? [{ type: 'BatchUndone', data: { done, refused }, at: now }] : [];
}

export const batchDecider: Decider<BatchState, BatchCommand, BatchEvent> = { events: BATCH_EVENTS, initial: null, evolve, decide };

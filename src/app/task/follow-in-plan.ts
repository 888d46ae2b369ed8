import { isOpen } from '../../domain/calendar/task-times.ts';
import { focusDecider } from '../../domain/focus/decide.ts';
import { focusStream } from '../../domain/focus/events.ts';
import { isEvent, type RecordedAs } from '../../domain/kernel/define-event.ts';
import { derivedIds } from '../../domain/kernel/derived-ids.ts';
import type { Position, Recorded, RecordedOf } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { type Context, handle } from '../../domain/kernel/handle.ts';
import { taskDecider } from '../../domain/task/decide.ts';
import { type TaskChangeEvent, TaskUndone, taskStream } from '../../domain/task/events.ts';
import { exists } from '../../domain/task/state.ts';
import { timeBoxDecider } from '../../domain/time-box/decide.ts';
import { timeBoxStream } from '../../domain/time-box/events.ts';
import { fieldsSetBy, isTaskChange } from '../../projections/task/tasks.ts';
import { boxesOfTask } from '../../projections/time-box.ts';
import type { App } from '../app.ts';
import { ownerZones } from '../caller.ts';

/** What a change of a task has changed in the plan of its owner. */
interface PlanChange {
  /** Of the events that were written. */
  readonly positions: readonly Position[];
  /** The end of the focus session on the task, if the change has ended it. */
  readonly ended: readonly Recorded[];
}

const NOTHING: PlanChange = { positions: [], ended: [] };

/**
 * Applies a change of a task to its time boxes and to the focus session on it. What completes, skips, archives or removes the task takes
 * away the boxes that have not begun and ends the session; an undo brings such boxes back. It can be repeated at any later time.
 */
export async function followInPlan(app: App, event: Recorded): Promise<PlanChange> {
  const { owner } = event.metadata;
  if (owner === null || !isTaskChange(event)) return NOTHING;
  const closing = closingBy(event);
  if (closing !== null) return close(app, { owner, event, end: closing });
  return isEvent(event, TaskUndone) ? reopen(app, owner, event) : NOTHING;
}

type End = 'completed' | 'stopped';

/** How the change ends the session on its task; null: it does not. */
function closingBy(event: RecordedOf<TaskChangeEvent>): End | null {
  const { status, archived, deleted, withdrawn } = fieldsSetBy(event);
  if (status === 'completed') return 'completed';
  return status === 'skipped' || archived || deleted || withdrawn ? 'stopped' : null;
}

interface Closing {
  readonly owner: string;
  readonly event: RecordedOf<TaskChangeEvent>;
  readonly end: End;
}

async function close(app: App, { owner, event, end }: Closing): Promise<PlanChange> {
  const task = taskStream.requireId(event.stream);
  const { at } = event.metadata;
  const [found, { current }] = await Promise.all([boxesOfTask(app.views, task), readState(app.store, focusDecider, focusStream(owner))]);
  const ahead = found.filter(({ doc }) => doc.is_planned && doc.starts_at > at);
  const isFocused = current?.task_id === task;
  // If the task is open again, the change was taken back, and a repetition must change nothing.
  if ((ahead.length === 0 && !isFocused) || (await isPlannable(app, task))) return NOTHING;
  const [boxes, focus] = await Promise.all([
    ahead.length === 0 ? [] : eachBox(app, event, { owner, ids: ahead.map(({ id }) => id), type: 'TakeAway' }),
    isFocused ? endFocus(app, { owner, event, end }) : null,
  ]);
  return { positions: [...boxes, focus?.position].filter(isWritten), ended: focus?.events.filter(isEnd) ?? [] };
}

const isWritten = (position: Position | null | undefined): position is Position => position !== null && position !== undefined;
const isEnd = ({ type }: Recorded): boolean => type === 'FocusEnded';

async function reopen(app: App, owner: string, event: RecordedAs<typeof TaskUndone>): Promise<PlanChange> {
  const task = taskStream.requireId(event.stream);
  const removed = (await boxesOfTask(app.views, task)).filter(({ doc }) => !doc.is_planned);
  if (removed.length === 0 || !(await isPlannable(app, task))) return NOTHING;
  const boxes = await eachBox(app, event, { owner, ids: removed.map(({ id }) => id), type: 'BringBack' });
  return { positions: boxes.filter(isWritten), ended: [] };
}

/** Whether the task can have time boxes ahead of it. */
async function isPlannable(app: App, id: string): Promise<boolean> {
  const state = await readState(app.store, taskDecider, taskStream(id));
  const { status, archived } = state.fields;
  return exists(state) && !archived && !state.fields.withdrawn && (isOpen(status) || status === 'missed');
}

const contextOf = ({ id, metadata: { owner, actor, correlation_id: correlationId } }: Recorded): Context => ({
  ...{ owner, actor, correlationId },
  causationId: id,
});

interface Boxes {
  readonly owner: string;
  readonly ids: readonly string[];
  readonly type: 'TakeAway' | 'BringBack';
}

async function eachBox(app: App, event: Recorded, { owner, ids, type }: Boxes): Promise<readonly (Position | null)[]> {
  const { zone, moves } = await ownerZones(app, owner);
  const base = { owner, now: event.metadata.at, zone, moves: moves.filter(({ at }) => at <= event.metadata.at) };
  const undoes = isEvent(event, TaskUndone) ? event.data.undoes : '';
  const command = type === 'TakeAway' ? ({ ...base, type, because: event.id } as const) : ({ ...base, type, undoes } as const);
  const written = ids.map(async (id) => {
    const handling = { ...app, newId: derivedIds('follow_in_plan', event.id, id) };
    return (await handle(handling, timeBoxDecider, timeBoxStream(id), command, contextOf(event))).position;
  });
  return Promise.all(written);
}

function endFocus(app: App, { owner, event, end }: Closing) {
  const command = { type: 'FollowTask', now: event.metadata.at, task_id: taskStream.requireId(event.stream), end } as const;
  const handling = { ...app, newId: derivedIds('follow_in_plan', event.id, 'focus') };
  return handle(handling, focusDecider, focusStream(owner), command, contextOf(event));
}

import { plus } from '../../domain/calendar/dates.ts';
import { daysBetween } from '../../domain/calendar/local.ts';
import { ACCEPTED_SHOWN, isOpen, nextInstant } from '../../domain/calendar/task-times.ts';
import { ALERT_EVENTS, type AlertEvent } from '../../domain/kernel/alert.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { type JsonObject, type Position, type Recorded, type RecordedOf, type Sealed, START } from '../../domain/kernel/event.ts';
import { type HeldTexts, NO_FIELDS, TASK_TEXTS, type TaskFields } from '../../domain/task/event-data.ts';
import { TASK_CHANGES, type TaskChangeEvent, taskStream } from '../../domain/task/events.ts';
import { TaskPlaced } from '../../domain/task/place-events.ts';
import { TaskRenewed } from '../../domain/task/renewal-events.ts';
import { type Outcome, outcomeOf } from '../../domain/task/rules.ts';
import { type Fold, folds, on, type Projection } from '../engine/projection.ts';
import type { Plain, Views } from '../engine/views.ts';

const CHANGES: ReadonlySet<string> = new Set(TASK_CHANGES.map(({ type }) => type));

/** Whether the event changes a task; alerts in a task's stream do not. */
export const isTaskChange = (event: Recorded): event is RecordedOf<TaskChangeEvent> => CHANGES.has(event.type);

/** The fields that an event has set, of whatever type it is. */
export const fieldsSetBy = ({ data }: RecordedOf<TaskChangeEvent>): Partial<TaskFields> => data.set;

export const onEach = <D extends JsonObject>(types: readonly string[], fold: Fold<D>): Record<string, Fold<D>> =>
  Object.fromEntries(types.map((type) => [type, fold]));

/** Keys that order and select tasks by their proof. Each is null if the task does not belong in its list. */
export type ProofKeys = {
  /** Tasks that wait for a proof or a verdict: completed ones by their proof deadline, then open ones by their due instant. */
  readonly proof_key: string | null;
  /** When the decision about its proof became final; also set for a deleted task. */
  readonly decided_key: string | null;
  /** The local date on which its proof counts: the due date, or without one the day of the completion. */
  readonly proof_date: string | null;
};

const COMPLETED = 'a';
const OPEN = 'b';

/** The greatest key of an open task that is due by an instant. */
export const openUntil = (instant: string): string => `${OPEN} ${instant}`;

/** Completed tasks that wait for a proof or a verdict have a greater key, if their proof deadline is this instant or a later one. */
export const proofDueFrom = (instant: string): string => `${COMPLETED} ${instant}`;

function proofKeys(task: TaskFields): ProofKeys {
  const asks = task.verification_type !== 'none' && !task.withdrawn;
  return {
    proof_key: asks && !task.deleted ? waitingKey(task) : null,
    decided_key: asks ? task.decided_at : null,
    proof_date: asks && (!task.deleted || task.decided_at !== null) ? (task.due_date ?? task.completed_local?.date ?? null) : null,
  };
}

function waitingKey({ status, due_at, proof_due_at, decided_at }: TaskFields): string | null {
  if (isOpen(status)) return due_at === null ? null : openUntil(due_at);
  return status === 'completed' && decided_at === null ? `${COMPLETED} ${proof_due_at} ${due_at ?? '9999'}` : null;
}

/** Keys that order and select tasks. Each is null if the task does not belong in its list. */
export type TaskKeys = ProofKeys & {
  /** For tasks that are neither archived nor deleted: the due instant (undated ones last), then when the task was made. */
  readonly live_key: string | null;
  /** The instant of the miss, if the task is missed and not archived. */
  readonly missed_key: string | null;
  readonly archived_key: string | null;
  /** When the child was made, if the task is a child and not deleted. */
  readonly child_key: string | null;
  readonly next_key: string | null;
};

/** By task id. Deleted tasks stay (`deleted: true`), for history and reports. */
export type TaskDoc = Plain<TaskFields> &
  TaskKeys & {
    readonly owner: string;
    readonly id: string;
    /** How it counts on its due date. The rule of the domain derives it at every change. */
    readonly outcome: Outcome;
    /** Each text is the sealed object that holds its value: `opener.open(owner, doc.title).title`. */
    readonly title: NonNullable<HeldTexts['title']>;
    readonly description: HeldTexts['description'];
    readonly tags: HeldTexts['tags'];
    readonly skip_reason: HeldTexts['skip_reason'];
    readonly proof_requirement: HeldTexts['proof_requirement'];
    /** The first due date that it had. Null: it has had none. */
    readonly first_due_date: string | null;
    /** Of each move that `postponed` counts, by how many days it moved the due date. Only the first thousand are listed. */
    readonly move_days: readonly number[];
    readonly accepted_alert: { readonly id: string; readonly until: string } | null;
    readonly titled_at: string;
    readonly archived_at: string | null;
    /** Its place in the owner's own order: these texts are compared. */
    readonly place: string;
    /** Whether it is neither archived nor deleted. */
    readonly listed: boolean;
    /** The instant up to which elapsed time is recorded: the newest `at` in its stream. */
    readonly settled_through: string;
    /** The position of the newest change of the task, by which the search finds what it has not read yet. Alerts are no changes. */
    readonly changed_at: Position;
    readonly version: number;
  };

/** Stands in keys for the due instant of a task without one, and sorts after all of them. */
export const UNDATED = '9999-12-31T23:59:59.999Z';

/** Greater than every digit of an instant. */
const NO_INSTANT = 'g';
const hex = (instant: string): string => Date.parse(instant).toString(16).padStart(11, '0');

/**
 * The place of a task that nobody has moved: behind all that were made before. Of those that were made in one millisecond, such as the
 * occurrences of a routine, the one that is due first comes first. The form is that of the package fractional-indexing, which makes places
 * between two others: `k` says that 11 digits follow for the whole number, and the last digit must not be a zero.
 */
export const firstPlace = (id: string, { created_at, due_at }: Pick<TaskFields, 'created_at' | 'due_at'>): string =>
  `k${hex(created_at)}${due_at === null ? NO_INSTANT : hex(due_at)}${id.replaceAll(/[^0-9A-Za-z]/g, '')}1`;

function ids({ stream }: Recorded): readonly string[] {
  const id = taskStream.idOf(stream);
  return id === null ? [] : [id];
}

/** The task that an event changes. Null: it changes none, deletes one, or moves one in the owner's own order. */
export function changedTask(event: Recorded): string | null {
  const isGone = isTaskChange(event) && fieldsSetBy(event).deleted === true;
  return isGone || event.type === TaskPlaced.type ? null : (ids(event)[0] ?? null);
}

function changed(doc: TaskDoc | null, event: RecordedOf<TaskChangeEvent>, id: string): TaskDoc | null {
  const { owner, at } = event.metadata;
  if (owner === null) return doc;
  const { own_texts } = event.data;
  const set = fieldsSetBy(event);
  // A task always has a title, so no event takes it away.
  const { title, ...texts } = event.data.texts;
  const own = Object.fromEntries(own_texts.map((name) => [name, event.private]));
  const next: Writable<TaskDoc> = { ...(doc ?? blank(id, owner)), ...set, ...texts, ...(title && { title }), ...own };
  if (doc === null) next.place = firstPlace(id, next);
  if (own_texts.includes('title') || title) next.titled_at = event.position;
  if (set.archived !== undefined) next.archived_at = set.archived ? at : null;
  next.first_due_date = firstDueDate(doc, event);
  next.move_days = moveDays(doc, next);
  next.changed_at = event.position;
  next.version = event.revision;
  return keyed(next, at);
}

function firstDueDate(doc: TaskDoc | null, { type, data }: RecordedOf<TaskChangeEvent>): string | null {
  const { set, was }: { set: Partial<TaskFields>; was: Partial<TaskFields> } = data;
  const known = doc?.first_due_date ?? null;
  const isTakenBack = type === 'TaskUndone' && set.due_date === null && was.due_date === known;
  return isTakenBack ? null : (known ?? set.due_date ?? null);
}

const MOST_MOVES = 1_000;

/** An undo that takes a move back lowers `postponed`, and so removes the last move. */
function moveDays(doc: TaskDoc | null, { postponed, due_date }: TaskDoc): readonly number[] {
  const known = doc?.move_days ?? [];
  if (postponed <= known.length) return known.slice(0, postponed);
  if (known.length === MOST_MOVES || due_date === null || !doc?.due_date) return known;
  return [...known, daysBetween(doc.due_date, due_date)];
}

/** The task stays as it is, but elapsed time is recorded up to this event. */
const renewed = (doc: TaskDoc | null, { metadata }: Recorded): TaskDoc | null => doc && keyed({ ...doc }, metadata.at);

const placed = (doc: TaskDoc | null, { data, metadata }: RecordedOf<TaskPlaced>): TaskDoc | null =>
  doc && keyed({ ...doc, place: data.place }, metadata.at);

/** Alerts are in the task's stream, and show up to which instant elapsed time is recorded. */
function noted(doc: TaskDoc | null, event: RecordedOf<AlertEvent>): TaskDoc | null {
  return doc && keyed({ ...doc, accepted_alert: acceptedAlert(doc, event) }, event.metadata.at);
}

function acceptedAlert({ accepted_alert: known }: TaskDoc, { type, data }: RecordedOf<AlertEvent>): TaskDoc['accepted_alert'] {
  if (type === 'AlertRaised')
    return data.kind === 'proof_accepted' ? { id: data.alert_id, until: plus(data.about, ACCEPTED_SHOWN) } : known;
  return type === 'AlertResolved' && data.alert_id === known?.id ? null : known;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function keyed(doc: Writable<TaskDoc>, at: string): TaskDoc {
  const there = !doc.deleted;
  const live = there && !doc.archived;
  if (at > doc.settled_through) doc.settled_through = at;
  doc.outcome = outcomeOf(doc);
  doc.listed = live;
  doc.live_key = live ? `${doc.due_at ?? UNDATED} ${doc.created_at}` : null;
  doc.missed_key = live && doc.status === 'missed' && !doc.corrected ? doc.missed_at : null;
  doc.archived_key = there && doc.archived ? doc.archived_at : null;
  doc.child_key = there && doc.parent_id !== null ? doc.created_at : null;
  Object.assign(doc, proofKeys(doc));
  doc.next_key = nextInstant({ ...doc, accepted_until: doc.accepted_alert?.until ?? null }, doc.settled_through);
  return doc;
}

const blank = (id: string, owner: string): TaskDoc => ({
  owner,
  id,
  // The first event of a task sets its title.
  title: '' as Sealed<never>,
  description: null,
  tags: null,
  skip_reason: null,
  proof_requirement: null,
  first_due_date: null,
  move_days: [],
  accepted_alert: null,
  ...NO_FIELDS,
  outcome: 'none',
  titled_at: '',
  archived_at: null,
  place: '',
  listed: false,
  settled_through: '',
  changed_at: START,
  version: 0,
  live_key: null,
  missed_key: null,
  archived_key: null,
  child_key: null,
  proof_key: null,
  decided_key: null,
  proof_date: null,
  next_key: null,
});

export const tasks: Projection<TaskDoc> = {
  name: 'tasks',
  version: 10,
  ofStream: true,
  // One event usually sets several of them, and each of these is its sealed part.
  alike: TASK_TEXTS,
  incompatible: true,
  indexes: [
    { name: 'live', fields: ['owner', 'live_key'], sparse: true },
    { name: 'status', fields: ['owner', 'status', 'live_key'], sparse: true },
    { name: 'place', fields: ['owner', 'listed', 'place'] },
    { name: 'missed', fields: ['owner', 'missed_key'], sparse: true },
    { name: 'archived', fields: ['owner', 'archived_key'], sparse: true },
    { name: 'children', fields: ['parent_id', 'child_key'], sparse: true },
    { name: 'due', fields: ['owner', 'due_date'] }, // leaves none out: an owner's tasks are found by it
    { name: 'routine', fields: ['recurring_task_id', 'occurrence_date'], sparse: true },
    { name: 'proof', fields: ['owner', 'proof_key'], sparse: true },
    { name: 'decided', fields: ['owner', 'decided_key'], sparse: true },
    { name: 'proof_date', fields: ['owner', 'proof_date'], sparse: true },
    { name: 'next', fields: ['next_key'], sparse: true },
    { name: 'changed', fields: ['owner', 'changed_at'] },
  ],
  ids,
  on: folds(on(TASK_CHANGES, changed), on(TaskRenewed, renewed), on(TaskPlaced, placed), on(ALERT_EVENTS, noted)),
};

/**
 * By owner: the position of the newest change of any of their tasks, or of the order of these. A cached list of tasks is valid while this
 * position stays the same.
 */
export type TaskHeadDoc = { readonly changed_at: Position };

export const taskHeads: Projection<TaskHeadDoc> = {
  name: 'task-heads',
  version: 3,
  indexes: [],
  ids: (event) => ((isTaskChange(event) || isEvent(event, TaskPlaced)) && event.metadata.owner !== null ? [event.metadata.owner] : []),
  on: folds(on([...TASK_CHANGES, TaskPlaced], (_doc, event) => ({ changed_at: event.position }))),
};

/** Null: no task was ever made. */
export async function taskHead(views: Views, owner: string): Promise<Position | null> {
  return (await views.documents.get<TaskHeadDoc>(views.current(taskHeads.name), owner))?.doc.changed_at ?? null;
}

import { later, plus } from '../calendar/dates.ts';
import { ACCEPTED_SHOWN, type TimedTask } from '../calendar/task-times.ts';
import type { AlertKind, AlertRaised } from '../kernel/alert.ts';
import type { RecordedOf } from '../kernel/event.ts';
import { entryOf, hasEntry, type LayeredMap, withEntry } from '../kernel/layered-map.ts';
import { isProofChange, type Submission, submissionsAfter } from '../proof/submissions.ts';
import { type HeldTexts, NO_FIELDS, type SealedTexts, type TaskChange, type TaskFields } from './event-data.ts';
import { PROMISES, type RecordedTaskEvent, TASK_CHANGES, type TaskChangeEvent, taskStream } from './events.ts';
import type { TaskRenewed } from './renewal-events.ts';

/** One change by the owner, or by a parent's change, with the values before it. */
export interface Remembered {
  readonly event_id: string;
  /** The cause that its event names: for a change of several tasks at once, the id of that; null: none. */
  readonly cause: string | null;
  readonly type: TaskChangeEvent['type'];
  readonly part_of: string | null;
  readonly set: Partial<TaskFields>;
  readonly was: Partial<TaskFields>;
  readonly before: TaskFields;
  readonly was_texts: SealedTexts;
  readonly children: readonly string[];
  readonly undone: boolean;
  /** The cause of the undo; null: the owner has taken back this one task. */
  readonly undone_by: string | null;
  /** How many later changes of its parent and its routine still apply. */
  readonly overlaid: number;
  /** Something happened to the proof later. It stays, unless the completion itself is taken back. */
  readonly proof_since: boolean;
}

export interface KnownAlert {
  readonly kind: AlertKind;
  readonly about: string;
  readonly resolved: boolean;
  readonly acknowledged: boolean;
  readonly version: number;
}

/** Names of fields and texts that edits changed. Only the last edit can be undone, so the names of all earlier ones are merged. */
export interface EditedNames {
  readonly earlier: readonly string[];
  readonly last: { readonly event_id: string; readonly names: readonly string[] } | null;
}

/** How a task was promised again. The new task is made from this, also by a reactor that does it later. */
export interface Again {
  readonly id: string;
  readonly at: string;
  readonly zone: string;
  readonly due_date: string;
  readonly due_time: string | null;
  /** The due instant whose miss the owner answered with the new task. No alert is raised about it any more. */
  readonly answers: string | null;
}

export interface TaskState {
  readonly id: string;
  readonly owner: string | null;
  readonly promised: boolean;
  readonly fields: TaskFields;
  /** Each text is the sealed object that holds its present value. */
  readonly texts: HeldTexts;
  /** Revision of the last change; -1 before the task exists. */
  readonly version: number;
  readonly since: string;
  readonly touched: string;
  /** Instant of the newest event: alerts up to it have been raised. */
  readonly noted: string;
  /** The owner's last change to this very task. */
  readonly last: Remembered | null;
  /** The last change that came from its parent, if the owner has changed nothing since. */
  readonly part: Remembered | null;
  /** Ids of the changes of parents, routines and vacations that already took effect; see `wasHandled`. */
  readonly parts: LayeredMap<true>;
  /** What the owner's edits have changed. A routine does not overwrite it. */
  readonly edits: EditedNames;
  readonly alerts: Readonly<Record<string, KnownAlert>>;
  /** The resolved alerts. A task whose status changes often can have thousands of them. */
  readonly resolved: LayeredMap<KnownAlert>;
  /** How many alerts of a kind were raised about an instant; see `timesRaised`. */
  readonly raised: LayeredMap<number>;
  /** The last time that it was promised again. */
  readonly again: Again | null;
  /** Where the owner has put it in their own order; null: they have not moved it. */
  readonly place: string | null;
  /** The proofs, oldest first. */
  readonly submissions: readonly Submission[];
}

export const initial: TaskState = {
  id: '',
  owner: null,
  promised: false,
  fields: NO_FIELDS,
  texts: { title: null, description: null, tags: null, skip_reason: null, proof_requirement: null },
  version: -1,
  since: '',
  touched: '',
  noted: '',
  last: null,
  part: null,
  parts: [],
  edits: { earlier: [], last: null },
  alerts: {},
  resolved: [],
  raised: [],
  again: null,
  place: null,
  submissions: [],
};

export function timed({ fields, alerts }: TaskState): TimedTask {
  const accepted = Object.values(alerts).find(({ kind }) => kind === 'proof_accepted');
  return { ...fields, accepted_until: accepted ? plus(accepted.about, ACCEPTED_SHOWN) : null };
}

/** Finds an alert whether or not it is resolved. */
export const alertOf = ({ alerts, resolved }: TaskState, id: string): KnownAlert | undefined => alerts[id] ?? entryOf(resolved, id);

export const timesRaised = ({ raised }: TaskState, kind: AlertKind, about: string): number => entryOf(raised, `${kind} ${about}`) ?? 0;

/** Whether a change of a parent, a routine or a vacation already took effect. */
export const wasHandled = ({ parts }: TaskState, eventId: string): boolean => hasEntry(parts, eventId);

/** The names of fields and texts that the owner's edits have changed. */
export const editedByHand = ({ edits: { earlier, last } }: TaskState): ReadonlySet<string> => new Set([...earlier, ...(last?.names ?? [])]);

export const exists = (state: TaskState): boolean => state.promised && !state.fields.deleted;

export function evolve(state: TaskState, event: RecordedTaskEvent): TaskState {
  const next = evolved(state, event);
  return next === state ? state : { ...next, noted: later(state.noted, event.metadata.at) };
}

function evolved(state: TaskState, event: RecordedTaskEvent): TaskState {
  switch (event.type) {
    case 'AlertRaised':
      return raisedBy(state, event.data, event.revision);
    case 'AlertResolved':
      return touchAlert(state, event.data.alert_id, { resolved: true, version: event.revision });
    case 'AlertAcknowledged':
      return touchAlert(state, event.data.alert_id, { acknowledged: true, version: event.revision });
    case 'TaskRenewed':
      return { ...state, again: againOf(state, event) };
    case 'TaskPlaced':
      return { ...state, place: event.data.place };
    default:
      return isChange(event) ? changed(state, event) : state;
  }
}

function againOf({ fields }: TaskState, { data, metadata }: RecordedOf<TaskRenewed>): Again {
  const { again: id, ...rest } = data;
  return { id, at: metadata.at, ...rest, answers: fields.status === 'missed' ? fields.due_at : null };
}

type RecordedChange = Extract<RecordedTaskEvent, { data: TaskChange }>;

const CHANGES: ReadonlySet<string> = new Set(TASK_CHANGES.map(({ type }) => type));
const isChange = (event: RecordedTaskEvent): event is RecordedChange => CHANGES.has(event.type);

function changed(state: TaskState, event: RecordedChange): TaskState {
  const { set, own_texts, texts, part_of } = event.data;
  const sealed = event.private;
  const own = sealed === null ? {} : Object.fromEntries(own_texts.map((name) => [name, sealed]));
  return {
    ...state,
    id: taskStream.idOf(event.stream) ?? event.stream,
    owner: state.owner ?? event.metadata.owner,
    promised: state.promised || PROMISES.has(event.type),
    fields: { ...state.fields, ...set },
    texts: { ...state.texts, ...texts, ...own },
    version: event.revision,
    since: event.metadata.at,
    touched: event.metadata.actor.kind === 'user' ? event.metadata.at : state.touched,
    ...remembered(state, event),
    parts: part_of === null || wasHandled(state, part_of) ? state.parts : withEntry(state.parts, part_of, true),
    edits: edited(state, event),
    submissions: submissionsAfter(state.submissions, event),
  };
}

function edited({ edits }: TaskState, event: RecordedChange): TaskState['edits'] {
  const { data, metadata } = event;
  if (event.type === 'TaskUndone') return edits.last?.event_id === event.data.undoes ? { ...edits, last: null } : edits;
  if (event.type !== 'TaskEdited' || metadata.actor.kind === 'system') return edits;
  const names = [...Object.keys(data.set), ...data.own_texts, ...Object.keys(data.texts)];
  return { earlier: [...new Set([...edits.earlier, ...(edits.last?.names ?? [])])], last: { event_id: event.id, names } };
}

/** The changes that a routine or a vacation makes to its occurrences. */
const ROUTINES: ReadonlySet<string> = new Set(['TaskEdited', 'TaskSkipped', 'TaskReopened', 'TaskWithdrawn', 'TaskRestored']);

/** The changes that the next undo, of this task or of its parent, would take back. */
function remembered(state: TaskState, event: RecordedChange): Pick<TaskState, 'last' | 'part'> {
  const { last, part } = state;
  if (isProofChange(event)) return { last: last && { ...last, proof_since: true }, part };
  if (event.metadata.actor.kind === 'system' && ROUTINES.has(event.type)) return { last: overlay(last, 1), part };
  if (event.metadata.actor.kind !== 'user' || PROMISES.has(event.type)) return { last, part };
  const fromParent = event.data.part_of !== null;
  if (event.type === 'TaskUndone')
    return fromParent
      ? { last: overlay(last, -1), part: null }
      : { last: last && { ...last, undone: true, undone_by: event.metadata.causation_id }, part: null };
  const memory = remember(state, event);
  return fromParent ? { last: overlay(last, 1), part: memory } : { last: memory, part: null };
}

const overlay = (last: Remembered | null, by: number): Remembered | null => last && { ...last, overlaid: last.overlaid + by };

function remember(state: TaskState, event: RecordedChange): Remembered {
  const { set, was, was_texts, children, part_of } = event.data;
  return {
    event_id: event.id,
    cause: event.metadata.causation_id,
    type: event.type,
    part_of,
    set,
    was,
    was_texts,
    children,
    before: state.fields,
    undone: false,
    undone_by: null,
    overlaid: 0,
    proof_since: false,
  };
}

function raisedBy(state: TaskState, { alert_id, kind, about }: AlertRaised['data'], version: number): TaskState {
  const alert = { kind, about, resolved: false, acknowledged: false, version };
  const raised = withEntry(state.raised, `${kind} ${about}`, timesRaised(state, kind, about) + 1);
  return { ...state, alerts: { ...state.alerts, [alert_id]: alert }, raised };
}

function touchAlert(state: TaskState, id: string, patch: Partial<KnownAlert>): TaskState {
  const known = alertOf(state, id);
  if (known === undefined) return state;
  const alert = { ...known, ...patch };
  if (!alert.resolved) return { ...state, alerts: { ...state.alerts, [id]: alert } };
  const { [id]: _, ...alerts } = state.alerts;
  return { ...state, alerts, resolved: withEntry(state.resolved, id, alert) };
}

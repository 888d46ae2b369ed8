import { later, plus } from '../calendar/instant.ts';
import { ACCEPTED_SHOWN } from '../calendar/proof-times.ts';
import type { TimedTask } from '../calendar/task-times.ts';
import type { AlertKind } from '../kernel/alert.ts';
import type { Sealed } from '../kernel/sealed.ts';
import { NO_FIELDS, type SealedTexts, type TaskChange, type TaskFields, type TaskText } from './event-data.ts';
import { type RecordedTaskEvent, TASK_CHANGES, type TaskChangeEvent } from './events.ts';
import { isProofChange, type Submission, submissionsAfter } from './submissions.ts';

/** One change by the owner's hand, or by a parent's change, with all that was there before it. */
export interface Remembered {
  readonly event_id: string;
  readonly type: TaskChangeEvent['type'];
  readonly part_of: string | null;
  readonly set: Partial<TaskFields>;
  readonly was: Partial<TaskFields>;
  readonly before: TaskFields;
  readonly was_texts: SealedTexts;
  readonly children: readonly string[];
  /** Taken back already. */
  readonly undone: boolean;
  /** How many later changes of its parent and its routine stand. */
  readonly overlaid: number;
  /** Something has happened to the proof since: that stays, unless the completion itself is taken back. */
  readonly proof_since: boolean;
}

export interface KnownAlert {
  readonly kind: AlertKind;
  readonly about: string;
  readonly resolved: boolean;
  readonly acknowledged: boolean;
  /** Revision of the last event about it. */
  readonly version: number;
}

export interface TaskState {
  readonly id: string;
  readonly owner: string | null;
  readonly promised: boolean;
  readonly fields: TaskFields;
  /** Each the sealed object that holds its present value. */
  readonly texts: Readonly<Record<TaskText, Sealed | null>>;
  /** Revision of the last change; -1 before the promise. */
  readonly version: number;
  /** Instant of the last change. */
  readonly since: string;
  /** Instant of the owner's last change. */
  readonly touched: string;
  /** Instant of the newest event: alerts up to it have been raised. */
  readonly noted: string;
  /** The owner's last change to this very task. */
  readonly last: Remembered | null;
  /** The last change that came from its parent, if nothing was done by hand since. */
  readonly part: Remembered | null;
  /** Ids of the changes of parents, routines and vacations that were handled. */
  readonly parts: readonly string[];
  /** The owner's edits that stand, and what each changed: a routine leaves that alone. */
  readonly edits: readonly { readonly event_id: string; readonly names: readonly string[] }[];
  readonly alerts: Readonly<Record<string, KnownAlert>>;
  /** The proofs that were given, oldest first. */
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
  edits: [],
  alerts: {},
  submissions: [],
};

/** What elapsed time depends on. */
export function timed({ fields, alerts }: TaskState): TimedTask {
  const accepted = Object.values(alerts).find(({ kind, resolved }) => kind === 'proof_accepted' && !resolved);
  return { ...fields, accepted_until: accepted ? plus(accepted.about, ACCEPTED_SHOWN) : null };
}

export const exists = (state: TaskState): boolean => state.promised && !state.fields.deleted;

export function evolve(state: TaskState, event: RecordedTaskEvent): TaskState {
  const next = evolved(state, event);
  return next === state ? state : { ...next, noted: later(state.noted, event.metadata.at) };
}

function evolved(state: TaskState, event: RecordedTaskEvent): TaskState {
  switch (event.type) {
    case 'AlertRaised':
      return withAlert(state, event.data.alert_id, {
        kind: event.data.kind,
        about: event.data.about,
        resolved: false,
        acknowledged: false,
        version: event.revision,
      });
    case 'AlertResolved':
      return touchAlert(state, event.data.alert_id, { resolved: true, version: event.revision });
    case 'AlertAcknowledged':
      return touchAlert(state, event.data.alert_id, { acknowledged: true, version: event.revision });
    default:
      return isChange(event) ? changed(state, event) : state;
  }
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
    id: event.stream.replace(/^task-/, ''),
    owner: state.owner ?? event.metadata.owner,
    promised: state.promised || event.type === 'TaskPromised',
    fields: { ...state.fields, ...set },
    texts: { ...state.texts, ...texts, ...own },
    version: event.revision,
    since: event.metadata.at,
    touched: event.metadata.actor.kind === 'user' ? event.metadata.at : state.touched,
    ...remembered(state, event),
    parts: part_of === null || state.parts.includes(part_of) ? state.parts : [...state.parts, part_of],
    edits: edited(state, event),
    submissions: submissionsAfter(state.submissions, event),
  };
}

function edited({ edits }: TaskState, event: RecordedChange): TaskState['edits'] {
  const { data, metadata } = event;
  if (event.type === 'TaskUndone') return edits.filter(({ event_id }) => event_id !== event.data.undoes);
  if (event.type !== 'TaskEdited' || metadata.actor.kind === 'system') return edits;
  return [...edits, { event_id: event.id, names: [...Object.keys(data.set), ...data.own_texts, ...Object.keys(data.texts)] }];
}

/** What a routine or a vacation does to its occurrences. */
const ROUTINES: ReadonlySet<string> = new Set(['TaskEdited', 'TaskSkipped', 'TaskReopened', 'TaskWithdrawn', 'TaskRestored']);

/** The change that an undo, here or on the parent, would take back from now on. */
function remembered(state: TaskState, event: RecordedChange): Pick<TaskState, 'last' | 'part'> {
  const { last, part } = state;
  if (isProofChange(event)) return { last: last && { ...last, proof_since: true }, part };
  if (event.metadata.actor.kind === 'system' && ROUTINES.has(event.type)) return { last: overlay(last, 1), part };
  if (event.metadata.actor.kind !== 'user' || event.type === 'TaskPromised') return { last, part };
  const fromParent = event.data.part_of !== null;
  if (event.type === 'TaskUndone')
    return fromParent ? { last: overlay(last, -1), part: null } : { last: last && { ...last, undone: true }, part: null };
  const memory = remember(state, event);
  return fromParent ? { last: overlay(last, 1), part: memory } : { last: memory, part: null };
}

const overlay = (last: Remembered | null, by: number): Remembered | null => last && { ...last, overlaid: last.overlaid + by };

function remember(state: TaskState, event: RecordedChange): Remembered {
  const { set, was, was_texts, children, part_of } = event.data;
  return {
    event_id: event.id,
    type: event.type,
    part_of,
    set,
    was,
    was_texts,
    children,
    before: state.fields,
    undone: false,
    overlaid: 0,
    proof_since: false,
  };
}

const withAlert = (state: TaskState, id: string, alert: KnownAlert): TaskState => ({ ...state, alerts: { ...state.alerts, [id]: alert } });

function touchAlert(state: TaskState, id: string, patch: Partial<KnownAlert>): TaskState {
  const alert = state.alerts[id];
  return alert ? withAlert(state, id, { ...alert, ...patch }) : state;
}

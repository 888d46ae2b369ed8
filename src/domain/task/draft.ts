import { isOpen } from '../calendar/task-times.ts';
import type { AlertKind, AlertRaised, AlertResolved } from '../kernel/alert.ts';
import { derivedId } from '../kernel/derived-ids.ts';
import { type Actor, type Decided, START, SYSTEM } from '../kernel/event.ts';
import { keysOf, pick } from '../kernel/records.ts';
import type { ProofChangeEvent } from '../proof/events.ts';
import type { WrittenTexts } from './commands.ts';
import { contributions, dayCounterDeltas } from './day-counters.ts';
import { LATER_FIELDS, type SealedTexts, TASK_TEXTS, type TaskChange, type TaskFields } from './event-data.ts';
import { type RecordedTaskEvent, type TaskChangeEvent, type TaskEvent, taskStream } from './events.ts';
import { isRejectedForGood } from './rules.ts';
import { evolve, type TaskState, timesRaised } from './state.ts';

function untrueAlerts(state: TaskState): readonly string[] {
  return Object.entries(state.alerts)
    .filter(([, alert]) => !holds(state.fields, alert.kind, alert.about))
    .map(([id]) => id);
}

export const isRaised = ({ alerts }: TaskState, kind: AlertKind, about: string): boolean =>
  Object.values(alerts).some((alert) => alert.kind === kind && alert.about === about);

/** The alert for a task that counts as missed, with the instant that it is about. A task whose record was corrected has none. */
export function missedAlert(task: TaskFields): { readonly kind: TaskAlertKind; readonly about: string } | null {
  const { status, due_at, proof_due_at } = task;
  if (task.deleted || task.corrected) return null;
  if (status === 'missed' && due_at !== null) return { kind: 'missed', about: due_at };
  if (status !== 'completed' || proof_due_at === null) return null;
  if (task.verification_state === 'expired') return { kind: 'proof_expired', about: proof_due_at };
  return isRejectedForGood(task) ? { kind: 'proof_final', about: proof_due_at } : null;
}

function holds(task: TaskFields, kind: AlertKind, about: string): boolean {
  if (task.deleted) return false;
  if (kind === 'due_24h' || kind === 'due_2h') return isOpen(task.status) && task.due_at === about;
  if (kind === 'proof_accepted') return task.verification_state === 'verified' && task.decided_at === about;
  const missed = missedAlert(task);
  if (kind === missed?.kind) return missed.about === about;
  if (task.status !== 'completed' || task.proof_due_at !== about) return false;
  if (task.verification_state === 'rejected' && task.decided_at === null) return kind === 'proof_rejected' || kind === 'proof_30m';
  return kind === 'proof_30m' && task.verification_state === 'awaiting_proof';
}

/** A state, and the events that led to it from the recorded one. */
export interface Draft {
  readonly state: TaskState;
  readonly events: readonly Decided<TaskEvent>[];
}

export const draft = (state: TaskState): Draft => ({ state, events: [] });

/** Adds an event as if it were recorded already. */
export function add({ state, events }: Draft, event: Decided<TaskEvent>, by: Actor): Draft {
  // The state does not read what is left out: the hashes, and who sent the command. The cause is known when the event is recorded.
  const recorded = {
    id: '',
    stream: taskStream(state.id),
    revision: state.version,
    position: START,
    type: event.type,
    data: event.data,
    private: null,
    metadata: { owner: state.owner, actor: event.by ?? by, at: event.at ?? state.since, causation_id: null },
  } as unknown as RecordedTaskEvent;
  return { state: evolve(state, recorded), events: [...events, event] };
}

interface HowChanged {
  readonly at: string;
  /** Plain texts. */
  readonly write?: WrittenTexts;
  /** Texts that are sealed already. */
  readonly restore?: SealedTexts;
  readonly part_of?: string | null;
  readonly children?: readonly string[];
  readonly system?: boolean;
  /** Who acted, if it is neither the owner nor the system. */
  readonly by?: Actor;
}

type OfType<Type extends TaskChangeEvent['type']> = Extract<TaskChangeEvent, { readonly type: Type }>;
type More<E extends TaskChangeEvent> = Omit<E['data'], keyof TaskChange>;

/** Some of the fields that an event of this type can set, and no others. */
type FieldsOf<E extends TaskChangeEvent> = {
  readonly [Field in keyof TaskFields]?: Field extends keyof E['data']['set'] ? TaskFields[Field] : undefined;
};

/** A change of one type. */
type ChangingAs<E extends TaskChangeEvent> = HowChanged & {
  readonly type: E['type'];
  readonly fields: FieldsOf<E>;
  /** The personal part as plain text, if it is not one of the task's texts. */
  readonly personal?: E extends ProofChangeEvent & { readonly private?: infer Texts } ? NonNullable<Texts> : undefined;
  /** Fields of this type of event that other changes do not have. */
} & (keyof More<E> extends never ? { readonly more?: undefined } : { readonly more: More<E> });

export type Changing = { [Type in TaskChangeEvent['type']]: ChangingAs<OfType<Type>> }[TaskChangeEvent['type']];

export type SetBy<Type extends TaskChangeEvent['type']> = FieldsOf<OfType<Type>>;

const OWNER: Actor = { kind: 'user', id: null };

/** Adds a change with the former values and the day counters, and resolves the alerts that are no longer true. */
export function change(from: Draft, changing: Changing): Draft {
  const by = changing.by ?? (changing.system ? SYSTEM : OWNER);
  const event = toEvent(from.state, changing);
  const changed = add(from, event, by);
  const reason = BECAUSE[changing.type] ?? 'undone';
  return untrueAlerts(changed.state).reduce((next, id) => add(next, resolved(id, reason, changing.at), SYSTEM), changed);
}

function toEvent(state: TaskState, changing: Changing): Decided<TaskEvent> {
  const { fields, texts } = state;
  const given: Partial<TaskFields> = changing.fields;
  const named = keysOf(given);
  const isNew = (name: keyof TaskFields): boolean => !state.promised && !LATER_FIELDS.has(name);
  const names = named.filter((name) => isNew(name) || !same(fields[name], given[name]));
  const own = TASK_TEXTS.filter((name) => !isBlank(changing.write?.[name]));
  const sealed: SealedTexts = { ...cleared(state, changing.write), ...changing.restore };
  const data: TaskChange = {
    set: pick(given, names),
    was: state.promised ? pick(fields, names) : {},
    own_texts: own,
    texts: sealed,
    was_texts: state.promised ? pick(texts, [...own, ...keysOf(sealed)]) : {},
    tally: dayCounterDeltas(state.promised ? contributions(fields) : [], contributions({ ...fields, ...given })),
    part_of: changing.part_of ?? null,
    children: changing.children ?? [],
    ...occurrenceOf({ ...fields, ...given }),
    ...changing.more,
  };
  // `Changing` has checked that the fields and texts are those of this type of event.
  return {
    type: changing.type,
    data,
    at: changing.at,
    ...(own.length > 0 ? { private: pick(changing.write ?? {}, own) } : {}),
    ...(changing.personal && { private: changing.personal }),
    ...(changing.by ? { by: changing.by } : changing.system ? { by: SYSTEM } : {}),
  } as Decided<TaskEvent>;
}

const occurrenceOf = ({ recurring_task_id: routine_id, occurrence_date: date }: TaskFields): Pick<TaskChange, 'occurrence'> =>
  routine_id === null || date === null ? {} : { occurrence: { routine_id, date } };

export const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
const isBlank = (value: string | readonly string[] | null | undefined): boolean =>
  value === undefined || value === null || value.length === 0;

function cleared(state: TaskState, write: WrittenTexts = {}): SealedTexts {
  const names = TASK_TEXTS.filter(
    (name) => name in write && write[name] !== undefined && isBlank(write[name]) && state.texts[name] !== null,
  );
  return Object.fromEntries(names.map((name) => [name, null]));
}

export const writes = (state: TaskState, write: WrittenTexts): boolean =>
  TASK_TEXTS.some((name) => !isBlank(write[name])) || Object.keys(cleared(state, write)).length > 0;

type Reason = AlertResolved['data']['reason'];

export const resolved = (id: string, reason: Reason, at: string): Decided<TaskEvent> => ({
  type: 'AlertResolved',
  data: { alert_id: id, reason },
  at,
  by: SYSTEM,
});

const BECAUSE: Readonly<Partial<Record<TaskChangeEvent['type'], Reason>>> = {
  TaskCompleted: 'completed',
  TaskSkipped: 'skipped',
  TaskDeleted: 'deleted',
  TaskWithdrawn: 'deleted',
  TaskEdited: 'moved',
  TaskRezoned: 'superseded',
  TaskMissed: 'missed',
  ProofExpired: 'expired',
  ProofRejectionFinal: 'expired',
  ProofSubmitted: 'proof_given',
  ProofReviewed: 'judged',
  RecordCorrected: 'corrected',
};

export type TaskAlertKind = Exclude<AlertKind, 'streak_broken' | 'undelivered'>;

const LOUDNESS: Readonly<Record<TaskAlertKind, Pick<AlertRaised['data'], 'severity' | 'alert_type'>>> = {
  due_24h: { severity: 'medium', alert_type: 'deadline_approaching' },
  due_2h: { severity: 'medium', alert_type: 'deadline_approaching' },
  missed: { severity: 'high', alert_type: 'task_missed' },
  proof_30m: { severity: 'critical', alert_type: 'deadline_approaching' },
  proof_expired: { severity: 'high', alert_type: 'task_missed' },
  proof_accepted: { severity: 'low', alert_type: 'other' },
  proof_rejected: { severity: 'medium', alert_type: 'other' },
  proof_final: { severity: 'high', alert_type: 'task_missed' },
};

/** `about`: the instant that the alert is about; `at`: when it is raised; `zone`: the owner's IANA zone. */
export function raise(from: Draft, kind: TaskAlertKind, about: string, at: string, zone: string): Draft {
  const { state } = from;
  const before = timesRaised(state, kind, about);
  const raised: Decided<AlertRaised> = {
    type: 'AlertRaised',
    data: {
      alert_id: derivedId('task_alert', state.id, kind, about, before),
      kind,
      ...LOUDNESS[kind],
      task_id: state.id,
      title: state.texts.title,
      about,
      zone: state.fields.due_zone ?? zone,
      streak: null,
    },
    at,
    by: SYSTEM,
  };
  return add(from, raised, SYSTEM);
}

/** Resolves the open alert of a kind about an instant, if there is one. */
export function lower(from: Draft, kind: TaskAlertKind, about: string, reason: 'superseded' | 'over', at: string): Draft {
  const open = Object.entries(from.state.alerts).filter(([, alert]) => alert.kind === kind && alert.about === about);
  return open.reduce((next, [id]) => add(next, resolved(id, reason, at), SYSTEM), from);
}

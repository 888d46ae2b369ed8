import type { AccountEvent, SessionEvent } from '../domain/account/events.ts';
import type { DayEvent } from '../domain/day/events.ts';
import type { AlertEvent, AlertRaised } from '../domain/kernel/alert.ts';
import type { Actor, Recorded, RecordedOf } from '../domain/kernel/event.ts';
import type { JsonObject } from '../domain/kernel/json.ts';
import type { Sealed } from '../domain/kernel/sealed.ts';
import type { TaskEvent } from '../domain/task/events.ts';
import type { Projection } from './kernel/projection.ts';
import { changeOf, isTaskChange, onEach } from './kernel/task-changes.ts';
import type { Plain } from './kernel/views.ts';

export type HistoryType = 'tasks' | 'verifications' | 'alerts' | 'streaks' | 'partner' | 'account';

/** By position. One document an event that its owner may read about: the event's matter and its search keys. */
export type HistoryDoc = {
  readonly event_id: string;
  readonly owner: string;
  readonly at: string;
  readonly recorded_at: string;
  readonly type: HistoryType;
  /** The event's stored name. */
  readonly action: string;
  readonly task_id: string | null;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly actor: Plain<Actor>;
  /** The event's data; of a task's change without its tally, and `children` is how many. */
  readonly data: JsonObject;
  readonly private: Sealed | null;
  /** The sealed object with the title that this event gave its task, or that an alert carries. */
  readonly title: Sealed | null;
  /** Its own position where it gave its task a title. */
  readonly title_key: string | null;
  readonly hash: string;
};

type Told = (TaskEvent | DayEvent | AlertEvent | AccountEvent | SessionEvent)['type'];

/** Under which type each event is told; the compiler asks for every one. */
const TYPES: Readonly<Record<Told, HistoryType>> = {
  TaskPromised: 'tasks',
  TaskEdited: 'tasks',
  TaskStarted: 'tasks',
  TaskReopened: 'tasks',
  TaskCompleted: 'tasks',
  TaskSkipped: 'tasks',
  TaskMissed: 'tasks',
  TaskArchived: 'tasks',
  TaskUnarchived: 'tasks',
  TaskDeleted: 'tasks',
  TaskUndone: 'tasks',
  ProofExpired: 'verifications',
  AlertRaised: 'alerts',
  AlertResolved: 'alerts',
  AlertAcknowledged: 'alerts',
  DayClosed: 'streaks',
  AccountRegistered: 'account',
  AccountConfirmed: 'account',
  ProfileChanged: 'account',
  TimezoneChanged: 'account',
  PasswordChanged: 'account',
  SignedOutEverywhere: 'account',
  SessionStarted: 'account',
  SessionEnded: 'account',
};

/** `day-{user}-{date}` is named by its date. */
function subjectOf({ stream, data }: Recorded): HistoryDoc['subject'] {
  if ('alert_id' in data) return { kind: 'alert', id: data.alert_id as string };
  const dash = stream.indexOf('-');
  const kind = stream.slice(0, dash);
  return { kind, id: kind === 'day' ? stream.slice(-10) : stream.slice(dash + 1) };
}

function matterOf(event: Recorded): JsonObject {
  if (!isTaskChange(event)) return event.data as JsonObject;
  const { tally: _, children, ...rest } = changeOf(event);
  return { ...rest, children: children.length } as unknown as JsonObject;
}

function titleOf(event: Recorded): Sealed | null {
  if (event.type === 'AlertRaised') return (event as RecordedOf<AlertRaised>).data.title;
  if (!isTaskChange(event)) return null;
  const { own_texts, texts } = changeOf(event);
  return own_texts.includes('title') ? event.private : (texts.title ?? null);
}

function told(_doc: HistoryDoc | null, event: Recorded, id: string): HistoryDoc {
  const { metadata } = event;
  const title = titleOf(event);
  return {
    event_id: event.id,
    owner: metadata.owner as string,
    at: metadata.at,
    recorded_at: metadata.recorded_at,
    type: TYPES[event.type as Told],
    action: event.type,
    task_id: event.stream.startsWith('task-') ? event.stream.slice('task-'.length) : null,
    subject: subjectOf(event),
    actor: metadata.actor as Plain<Actor>,
    data: matterOf(event),
    private: event.private,
    title,
    title_key: title !== null && isTaskChange(event) ? id : null,
    hash: metadata.hash,
  };
}

export const history: Projection<HistoryDoc> = {
  name: 'history',
  version: 1,
  // ids are positions, so what happened at the same instant is told in the order of the log
  indexes: [
    { name: 'all', fields: ['owner', 'at'] },
    { name: 'type', fields: ['owner', 'type', 'at'] },
    { name: 'task', fields: ['task_id', 'at'] },
    { name: 'titles', fields: ['task_id', 'title_key'], sparse: true },
  ],
  ids: (event) => (event.metadata.owner === null ? [] : [event.position]),
  on: onEach(Object.keys(TYPES), told),
  once: true,
};

import { EVENTS } from '../../domain/catalogue.ts';
import { DeliveryFailed, type DeliveryKind, DeliverySent, isNotifiedWhenUndelivered } from '../../domain/delivery/events.ts';
import { FOCUS_EVENTS, focusStream } from '../../domain/focus/events.ts';
import { AlertRaised } from '../../domain/kernel/alert.ts';
import { type HistoryType, isEvent, partsOfStream } from '../../domain/kernel/define-event.ts';
import type { Actor, Json, JsonObject, Recorded, Sealed } from '../../domain/kernel/event.ts';
import { keysOf, required } from '../../domain/kernel/records.ts';
import { PARTNER_EVENTS, partnerStream } from '../../domain/partner/events.ts';
import { EveningCame } from '../../domain/reminders/evening-events.ts';
import { ReminderCame } from '../../domain/reminders/events.ts';
import { ROUTINE_CHANGES, type RoutineChange, routineStream } from '../../domain/routine/events.ts';
import type { TaskChange, TaskFields } from '../../domain/task/event-data.ts';
import { PROMISES, taskStream } from '../../domain/task/events.ts';
import { TIME_BOX_EVENTS } from '../../domain/time-box/events.ts';
import type { Projection } from '../engine/projection.ts';
import type { Plain } from '../engine/views.ts';
import { isTaskChange, onEach } from '../task/tasks.ts';

/** The sealed texts of any event: nothing is known about them. */
export type SealedTexts = Sealed<Readonly<Record<string, unknown>>>;

/**
 * By position. There is one document for each event that its owner may read about. These are the most numerous documents, so they contain
 * nothing twice and nothing that follows from the rest; `historyDoc` returns the whole entry.
 */
export type StoredHistory = {
  readonly owner: string;
  readonly at: string;
  readonly type: HistoryType;
  readonly task_id: string | null;
  /** Its own position if the event gave its task a title. */
  readonly title_key: string | null;
  readonly event_id: string;
  readonly action: string;
  readonly hash: string;
  /** Left out: the same as `at`. */
  readonly recorded_at?: string;
  /** Left out: the owner. */
  readonly actor?: Plain<Actor>;
  /** Left out: the stream of the task. */
  readonly stream?: string;
  readonly data: JsonObject;
  readonly private?: SealedTexts;
  readonly title?: SealedTexts;
};

export type HistoryDoc = {
  readonly event_id: string;
  readonly owner: string;
  readonly at: string;
  readonly recorded_at: string;
  readonly type: HistoryType;
  readonly action: string;
  readonly task_id: string | null;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly actor: Plain<Actor>;
  /** The event's data. For a change of a task, only what the API shows, with the number of children in `children`. */
  readonly data: JsonObject;
  readonly private: SealedTexts | null;
  /** The sealed object with the title that this event gave its task, or that an alert contains. */
  readonly title: SealedTexts | null;
  readonly hash: string;
};

const INTERNAL: ReadonlySet<string> = new Set<keyof TaskFields>([
  'due_zone',
  'due_set_at',
  'due_chosen',
  'due_move',
  'completed_local',
  'counts_as_skipped',
  'taken_back',
  'closed_at',
  'occurrence_date',
  'withdrawn',
  'first_proof_at',
  'last_proof_at',
  'review',
  'decided_at',
  'decided_by',
  'appeal',
]);

function shown(fields: Partial<TaskFields>, isNew: boolean): JsonObject {
  const some: Record<string, Json> = {};
  for (const name of keysOf(fields)) {
    const value = fields[name];
    if (value === undefined || INTERNAL.has(name) || (isNew && isBlank(value))) continue;
    some[name] = value;
  }
  return some;
}

/** Default values of a new task. The history leaves them out. */
const isBlank = (value: Json): boolean => value === null || value === false || value === 0 || value === 'none' || value === 'not_required';

function matterOf(event: Recorded): JsonObject {
  if (isEvent(event, AlertRaised)) return withoutTitle(event.data);
  if (routineStream.has(event.stream) && isEvent(event, ...ROUTINE_CHANGES)) return ofRoutine(event.data);
  if (!isTaskChange(event)) return event.data;
  const { tally: _, occurrence: _of, children, part_of, set, was, own_texts, texts, was_texts, ...rest } = event.data;
  const matter: Record<string, Json> = { ...rest, set: shown(set, PROMISES.has(event.type)), was: shown(was, false) };
  if (own_texts.length > 0) matter.own_texts = own_texts;
  if (Object.keys(texts).length > 0) matter.texts = texts;
  if (Object.keys(was_texts).length > 0) matter.was_texts = was_texts;
  if (children.length > 0) matter.children = children.length;
  if (part_of !== null) matter.part_of = part_of;
  return matter;
}

function ofRoutine({ set, was, ...rest }: RoutineChange): JsonObject {
  const wire = ({ from_date: _, until: _until, ended: _ended, ...fields }: RoutineChange['set']) => fields;
  return { ...rest, set: wire(set), was: wire(was) };
}

const withoutTitle = ({ title: _, ...data }: AlertRaised['data']): JsonObject => data;

const setsTitle = (event: Recorded): boolean =>
  isTaskChange(event) && (event.data.own_texts.includes('title') || Boolean(event.data.texts.title));

function stored(_doc: StoredHistory | null, event: Recorded, id: string): StoredHistory {
  const { at, recorded_at, actor, hash } = event.metadata;
  const owner = ownerOfEntry(event);
  const isPartners = event.metadata.owner !== owner;
  const own = taskStream.idOf(event.stream);
  const task_id = own ?? (isEvent(event, ...FOCUS_EVENTS, ...TIME_BOX_EVENTS) ? event.data.task_id : null);
  const title = isEvent(event, AlertRaised) ? event.data.title : null;
  return {
    owner: required(owner, 'owner of an entry'),
    at,
    type: typeOf(event),
    task_id,
    title_key: setsTitle(event) ? id : null,
    event_id: event.id,
    action: event.type,
    hash,
    data: matterOf(event),
    ...(recorded_at !== at && { recorded_at }),
    ...((actor.kind !== 'user' || actor.id !== owner) && { actor }),
    ...(own === null && { stream: event.stream }),
    // A partner's name and addresses are sealed under the partner's own key, and do not belong in the owner's history.
    ...(event.private !== null && !isPartners && { private: event.private }),
    ...(title !== null && { title }),
  };
}

const NO_CHANGE = { own_texts: [], texts: {}, was_texts: {}, children: 0, part_of: null };

/** The part of a change that the history stores, with the number of its children instead of the children. */
export type KeptChange = Plain<Pick<TaskChange, 'set' | 'was' | 'own_texts' | 'texts' | 'was_texts' | 'part_of'>> & {
  readonly children: number;
};

/** The change in the data of an entry; null: it is no change of a task, a routine or settings. */
export function changeIn(data: JsonObject): KeptChange | null {
  if (!('set' in data)) return null;
  const whole: JsonObject = { ...NO_CHANGE, ...data };
  // Documents are not parsed when they are read, and `matterOf` has written this one.
  return whole as KeptChange;
}

export function historyDoc(doc: StoredHistory): HistoryDoc {
  const { title_key: _, stream = taskStream(doc.task_id ?? ''), data, ...rest } = doc;
  const change = changeIn(data);
  const own = change?.own_texts.includes('title') ? doc.private : change?.texts.title;
  return {
    recorded_at: doc.at,
    actor: { kind: 'user', id: doc.owner },
    private: null,
    ...rest,
    subject: subjectOf(stream, data),
    data: change ?? data,
    title: doc.title ?? own ?? null,
  };
}

const BY_DATE: ReadonlySet<string> = new Set(['day', 'reminder', 'evening', 'weekly_report', 'weekly_assessment']);

function subjectOf(stream: string, data: JsonObject): HistoryDoc['subject'] {
  if (typeof data.alert_id === 'string') return { kind: 'alert', id: data.alert_id };
  if (focusStream.has(stream) && typeof data.session_id === 'string') return { kind: 'focus', id: data.session_id };
  const { kind, id } = partsOfStream(stream);
  return { kind, id: BY_DATE.has(kind) ? id.slice(-'YYYY-MM-DD'.length) : id };
}

/**
 * Whether the history leaves out an event: a reminder that was not needed, a mail to the owner that arrived, a failure before another
 * attempt, or a mail with a sign-in link, which strangers can request too.
 */
function isQuiet(event: Recorded): boolean {
  if (isEvent(event, ReminderCame)) return event.data.outcome !== 'sent';
  if (isEvent(event, EveningCame)) return event.data.outcome !== 'pushed' && event.data.outcome !== 'mailed';
  if (isEvent(event, DeliverySent)) return !isToPartner(event.data.kind);
  if (!isEvent(event, DeliveryFailed)) return false;
  const { kind, next_attempt_at } = event.data;
  return next_attempt_at !== null || kind === undefined || !(isToPartner(kind) || isNotifiedWhenUndelivered(kind));
}

const isToPartner = (kind: DeliveryKind | undefined): boolean => kind?.startsWith('partner_') ?? false;

/** The type of an entry. A mail to the owner that failed belongs to their account, not to the partner. */
function typeOf(event: Recorded): HistoryType {
  if (isEvent(event, DeliveryFailed) && !isToPartner(event.data.kind)) return 'account';
  return required(EVENTS.get(event.type)?.history, `type of history for ${event.type}`);
}

/** The owner whose history contains an event. An event that is sealed under a partner's key belongs to the user who named the partner. */
export const ownerOfEntry = (event: Recorded): string | null =>
  partnerStream.has(event.stream) && isEvent(event, ...PARTNER_EVENTS) ? event.data.user_id : event.metadata.owner;

const LISTED = [...EVENTS.values()].filter(({ history: type }) => type !== null).map(({ type }): string => type);

export const history: Projection<StoredHistory> = {
  name: 'history',
  version: 3,
  // The ids are positions, so entries of the same instant have the order of the log.
  indexes: [
    { name: 'all', fields: ['owner', 'at'] },
    { name: 'type', fields: ['owner', 'type', 'at'] },
    { name: 'task', fields: ['task_id', 'at'] },
    { name: 'titles', fields: ['task_id', 'title_key'], sparse: true },
  ],
  ids: (event) => (event.metadata.owner === null || isQuiet(event) ? [] : [event.position]),
  on: onEach(LISTED, stored),
  ofEvents: true,
};

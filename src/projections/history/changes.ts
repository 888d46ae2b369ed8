import type { JsonObject } from '../../domain/kernel/json.ts';
import type { Sealed } from '../../domain/kernel/sealed.ts';
import type { TaskChange, TaskFields } from '../../domain/task/event-data.ts';
import type { HistoryDoc } from './history.ts';

/** What an event changed, for the audit: wire fields as values, personal texts as the sealed objects that hold them. */
export interface Changes {
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** By field; null: it was, or now is, not set. */
  readonly sealedBefore: Readonly<Record<string, Sealed | null>>;
  readonly sealedAfter: Readonly<Record<string, Sealed | null>>;
}

const NONE: Changes = { before: {}, after: {}, sealedBefore: {}, sealedAfter: {} };

/** What the document's event changed. Where the event does not hold the former value, `before` leaves it out. */
export function changesOf(doc: HistoryDoc): Changes {
  if ('set' in doc.data) return ofTask(doc, doc.data as unknown as TaskChange);
  const plain = PLAIN[doc.action];
  if (plain) return { ...NONE, ...plain(doc.data, doc) };
  return doc.private === null ? NONE : { ...NONE, sealedAfter: personal(doc) };
}

function ofTask(doc: HistoryDoc, { set, was, own_texts, texts, was_texts }: TaskChange): Changes {
  const own = Object.fromEntries(own_texts.map((name) => [name, doc.private]));
  return {
    before: onTheWire(was, set),
    after: onTheWire(set, was),
    sealedBefore: { ...was_texts } as Changes['sealedBefore'],
    sealedAfter: { ...texts, ...own } as Changes['sealedAfter'],
  };
}

/** `completed` follows from the status, and is a field of the wire's own. */
function onTheWire(fields: Partial<TaskFields>, others: Partial<TaskFields>): JsonObject {
  const turned = fields.status !== undefined && (fields.status === 'completed') !== (others.status === 'completed');
  const { vacation_id, ...shown } = fields;
  return {
    ...(shown as JsonObject),
    ...(vacation_id !== undefined && { skip_reason: vacation_id === null ? null : 'vacation' }),
    ...(turned && { completed: fields.status === 'completed' }),
  };
}

const personal = (doc: HistoryDoc): Changes['sealedAfter'] => {
  const fields = (doc.data.fields as readonly string[] | undefined) ?? ['email', 'full_name'];
  return Object.fromEntries(fields.map((field) => [field, doc.private]));
};

const former = ({ data }: HistoryDoc): Changes['sealedBefore'] => ({ ...(data.was as Changes['sealedBefore'] | undefined) });

const ALERT_IS: JsonObject = { acknowledged: false, resolved: false };

const PLAIN: Readonly<Record<string, (data: JsonObject, doc: HistoryDoc) => Partial<Changes>>> = {
  AccountRegistered: (data, doc) => ({ after: { timezone: data.timezone ?? null }, sealedAfter: personal(doc) }),
  ProfileChanged: (_data, doc) => ({ sealedBefore: former(doc), sealedAfter: personal(doc) }),
  AccountConfirmed: (_data, doc) => ({ before: { email_confirmed_at: null }, after: { email_confirmed_at: doc.at } }),
  TimezoneChanged: (data) => ({ before: { timezone: data.from ?? null }, after: { timezone: data.to ?? null } }),
  DayClosed: (data) => ({ before: data.before as JsonObject, after: data.streak as JsonObject }),
  AlertRaised: (data) => ({
    after: { type: data.alert_type ?? null, severity: data.severity ?? null, task_id: data.task_id ?? null, ...ALERT_IS },
  }),
  AlertResolved: () => ({ before: { resolved: false }, after: { resolved: true } }),
  PartnerInvited: ({ detail, has_whatsapp }) => ({
    after: { status: 'invited', detail: detail ?? null, has_whatsapp: has_whatsapp ?? null },
  }),
  PartnerChanged: ({ detail, has_whatsapp }) => ({ after: { detail: detail ?? null, has_whatsapp: has_whatsapp ?? null } }),
  PartnerAccepted: ({ channel }) => ({ after: { status: 'accepted', channel: channel ?? null } }),
  PartnerDeclined: () => ({ before: { status: 'invited' }, after: { status: 'declined' } }),
  PartnerUnsubscribed: () => ({ after: { status: 'unsubscribed' } }),
  PartnerRemoved: () => ({ after: { status: 'removed' } }),
  VacationTaken: ({ from, to }) => ({ after: { from: from ?? null, to: to ?? null } }),
  VacationCancelled: ({ from, to }) => ({ before: { from: from ?? null, to: to ?? null } }),
  ExportRequested: () => ({ after: { export: 'under_way' } }),
  ExportReady: ({ expires_at }) => ({ before: { export: 'under_way' }, after: { export: 'ready', expires_at: expires_at ?? null } }),
  ExportFailed: () => ({ before: { export: 'under_way' }, after: { export: 'failed' } }),
  ExportTaken: () => ({ before: { export: 'ready' }, after: { export: 'downloaded' } }),
  ExportExpired: () => ({ before: { export: 'ready' }, after: { export: 'expired' } }),
  AlertAcknowledged: () => ({ before: { acknowledged: false }, after: { acknowledged: true } }),
};

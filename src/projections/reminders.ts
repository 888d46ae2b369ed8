import { AccountConfirmed, TimezoneChanged } from '../domain/account/events.ts';
import { DEFAULT_SETTINGS, type TimeSettings, TimeSettingsChanged } from '../domain/account/settings-events.ts';
import { addDays } from '../domain/calendar/local.ts';
import { nextScheduledTime, type Rule, weekOfReport } from '../domain/calendar/occurrences.ts';
import { type About, DeliveryRequested } from '../domain/delivery/events.ts';
import type { Recorded, RecordedOf } from '../domain/kernel/event.ts';
import { EscalationCame, ReminderCame, type ReminderKind, WeeklyAssessmentCame, WeeklyReportCame } from '../domain/reminders/events.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import type { Plain, Views } from './engine/views.ts';

export type Occurrence = { readonly kind: ReminderKind; readonly date: string; readonly at: string; readonly zone: string };
/** A mail about a local date that must still be requested, from the instant `at` on. */
export type PendingMail = { readonly kind: About['kind']; readonly date: string; readonly at: string };

export type PendingEscalation = PendingMail & { readonly kind: 'escalation' };

/** By owner, once the account is confirmed: the next reminders and weekly messages, and those that are recorded but not yet sent. */
export type RemindersDoc = {
  readonly owner: string;
  readonly zone: string;
  readonly time: Plain<TimeSettings>;
  /** The present settings apply to instants after this one. */
  readonly since: string;
  readonly last: Readonly<Record<ReminderKind, string | null>>;
  readonly upcoming: readonly Occurrence[];
  /** Messages that were due before a change of zone or times and are not recorded yet. */
  readonly owed: readonly Occurrence[];
  readonly escalations: readonly PendingEscalation[];
  /** Mails that have not been requested yet; `at`: when their occurrence was recorded. */
  readonly notices: readonly PendingMail[];
  /** The earliest instant of all of them. */
  readonly next_key: string | null;
};

export const REMINDER_KINDS = ['reminder', 'weekly_report', 'weekly_assessment'] as const satisfies readonly ReminderKind[];

const RULES: Readonly<Record<ReminderKind, (time: TimeSettings) => Rule>> = {
  reminder: (time) => ({ day: time.todo_reminder_day, time: time.todo_reminder_time }),
  weekly_report: (time) => ({ day: time.weekly_report_day, time: time.weekly_report_time }),
  weekly_assessment: (time) => ({ day: time.weekly_assessment_day, time: time.weekly_assessment_time }),
};

type Schedule = Pick<RemindersDoc, 'zone' | 'time' | 'since'>;

/**
 * The last date for which nothing more is due. A weekly report covers the week before its date, so there is no second report in the same
 * week even if the owner chooses another day.
 */
const lastDateCovered = (kind: ReminderKind, last: string): string => (kind === 'weekly_report' ? addDays(weekOfReport(last).to, 7) : last);

function occurrence(kind: ReminderKind, { zone, time, since }: Schedule, last: string | null): Occurrence {
  return { kind, ...nextScheduledTime(RULES[kind](time), zone, since, last && lastDateCovered(kind, last)), zone };
}

const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

function withNextKey(doc: RemindersDoc): RemindersDoc {
  const all = [...doc.upcoming, ...doc.owed, ...doc.escalations, ...doc.notices];
  const next_key = all.reduce<string | null>((least, { at }) => (least === null || at < least ? at : least), null);
  return next_key === doc.next_key ? doc : { ...doc, next_key };
}

const NEVER: RemindersDoc['last'] = { reminder: null, weekly_report: null, weekly_assessment: null };

function begin(_doc: RemindersDoc | null, event: RecordedOf<AccountConfirmed>, owner: string): RemindersDoc {
  const clockwork = { zone: event.data.timezone, time: DEFAULT_SETTINGS.time, since: event.metadata.at };
  const upcoming = REMINDER_KINDS.map((kind) => occurrence(kind, clockwork, null));
  return withNextKey({ owner, ...clockwork, last: NEVER, upcoming, owed: [], escalations: [], notices: [], next_key: null });
}

/** Messages that were due by the old settings stay overdue, even if no job has run since. The new settings apply from now on. */
function rescheduled(doc: RemindersDoc, at: string, chosen: Partial<Pick<RemindersDoc, 'zone' | 'time'>>): RemindersDoc {
  const owed = [...doc.owed];
  const next = { ...doc, ...chosen, since: at };
  const upcoming = doc.upcoming.map((first) => {
    let item = first;
    for (; item.at <= at; item = occurrence(item.kind, doc, item.date)) owed.push(item);
    const last = owed.filter(({ kind }) => kind === item.kind).reduce((date, one) => later(date, one.date), doc.last[item.kind]);
    return occurrence(item.kind, next, last);
  });
  return withNextKey({ ...next, owed, upcoming });
}

type Came = RecordedOf<ReminderCame | WeeklyReportCame | WeeklyAssessmentCame>;

const occurred =
  (kind: ReminderKind) =>
  (doc: RemindersDoc | null, { data, metadata }: Came): RemindersDoc | null => {
    if (!doc) return doc;
    const { date, outcome } = data;
    const last = { ...doc.last, [kind]: later(doc.last[kind], date) };
    const upcoming = doc.upcoming.map((next) => (next.kind === kind && next.date <= date ? occurrence(kind, doc, last[kind]) : next));
    const owed = doc.owed.filter((one) => one.kind !== kind || one.date !== date);
    const notices = outcome === 'sent' ? [...doc.notices, { kind, date, at: metadata.recorded_at }] : doc.notices;
    const escalates = 'escalates_at' in data ? data.escalates_at : null;
    const escalations = escalates === null ? doc.escalations : [...doc.escalations, { kind: 'escalation', date, at: escalates } as const];
    return withNextKey({ ...doc, last, upcoming, owed, notices, escalations });
  };

/** When the mail is requested, its delivery does the rest. */
function mailRequested(doc: RemindersDoc | null, { data: { about = [] } }: RecordedOf<DeliveryRequested>): RemindersDoc | null {
  if (!doc) return doc;
  const notices = doc.notices.filter((one) => !about.some((each) => each.kind === one.kind && each.date === one.date));
  return withNextKey({ ...doc, notices });
}

function ids(event: Recorded): readonly string[] {
  const { user_id } = event.data;
  if (typeof user_id === 'string') return [user_id];
  return event.metadata.owner === null ? [] : [event.metadata.owner];
}

export const reminders: Projection<RemindersDoc> = {
  name: 'rhythm',
  version: 3,
  incompatible: true,
  indexes: [{ name: 'next', fields: ['next_key'], sparse: true }],
  ids,
  on: folds(
    on(AccountConfirmed, begin),
    on(TimezoneChanged, (doc, { data, metadata }) => doc && rescheduled(doc, metadata.at, { zone: data.to })),
    on(TimeSettingsChanged, (doc, { data, metadata }) => doc && rescheduled(doc, metadata.at, { time: { ...doc.time, ...data.set } })),
    on(ReminderCame, occurred('reminder')),
    on(WeeklyReportCame, occurred('weekly_report')),
    on(WeeklyAssessmentCame, occurred('weekly_assessment')),
    on(
      EscalationCame,
      (doc, { data }) => doc && withNextKey({ ...doc, escalations: doc.escalations.filter(({ date }) => date !== data.date) }),
    ),
    on(DeliveryRequested, mailRequested),
  ),
};

export async function remindersOf(views: Views, owner: string): Promise<RemindersDoc | null> {
  return (await views.documents.get<RemindersDoc>(views.current(reminders.name), owner))?.doc ?? null;
}

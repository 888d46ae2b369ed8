import { HOUR, plus } from '../domain/calendar/dates.ts';
import { localDate } from '../domain/calendar/local.ts';
import { nameOfWeekday, weekOfAssessment, weekOfReport } from '../domain/calendar/occurrences.ts';
import type { About, ReminderMailKind } from '../domain/delivery/events.ts';
import { derivedId } from '../domain/kernel/derived-ids.ts';
import { type Position, SYSTEM } from '../domain/kernel/event.ts';
import type { Fold } from '../domain/kernel/event-store.ts';
import { beginningOf, readState } from '../domain/kernel/fold-stream.ts';
import { handle } from '../domain/kernel/handle.ts';
import { type ReminderCommand, type ReminderState, reminderDecider } from '../domain/reminders/decide.ts';
import { type ReminderKind, reminderStream } from '../domain/reminders/events.ts';
import { account } from '../projections/account/accounts.ts';
import { daysOf } from '../projections/day/days.ts';
import { type Occurrence, type PendingEscalation, type PendingMail, type RemindersDoc, remindersOf } from '../projections/reminders.ts';
import { settingsOf } from '../projections/settings.ts';
import { onVacation } from '../projections/vacation.ts';
import type { App } from './app.ts';
import { type Caller, contextOf, ownerZone } from './caller.ts';
import { type DeliveryRequest, openRecipient, requestDelivery } from './delivery/requests.ts';
import { requestTimelyMessages } from './partner/partner-notices.ts';
import { acceptedPartner } from './partner/partner-record.ts';
import { latest } from './task/task-send.ts';
import { settleZone } from './task/zone-moves.ts';

/** How long the program tries to send a reminder, in milliseconds. After that it is useless. */
const REMINDER_LIFE = 24 * HOUR;

/**
 * Requests one mail about everything that is pending. Its id is made from the first item, so that two workers request the same mail. Null:
 * it was requested already, or the account was deleted.
 */
async function requestReminderMail(app: App, owner: string, notices: readonly PendingMail[]): Promise<Position | null> {
  const [first] = notices;
  const found = await account(app.views, owner);
  if (first === undefined || !found) return null;
  const recipient = await openRecipient(app, owner, found.doc);
  if (recipient === null) return null;
  const now = app.clock.now();
  const kind = kindOf(notices, localDate(now, found.doc.timezone));
  const about: readonly About[] = notices.map(({ kind: one, date }) => ({ kind: one, date }));
  const expires_at = kind === 'reminder' ? plus(now, REMINDER_LIFE) : null;
  const request: DeliveryRequest = {
    data: { channel: 'mail', kind, user_id: owner, expires_at, about },
    private: recipient,
  };
  const id = derivedId('reminder_mail', owner, first.kind, first.date);
  const context = { owner, actor: SYSTEM, correlationId: app.newId(), causationId: null };
  return requestDelivery({ ...app, isNew: true }, id, request, context);
}

/** A reminder of a past day comes too late. It becomes part of the digest after the downtime. */
function kindOf([first, ...more]: readonly PendingMail[], today: string): ReminderMailKind {
  if (first === undefined || more.length > 0 || first.kind === 'escalation') return 'digest';
  return first.kind === 'reminder' && first.date < today ? 'digest' : first.kind;
}

interface Done {
  readonly position: Position | null;
}
type DueItem = Occurrence | PendingEscalation;

/**
 * Processes the reminders, escalations and weekly messages of an owner that are due at or before `until` (RFC 3339). It records each on its
 * own date. When none is overdue, it requests the mails and messages, and combines several in one. If it runs late, twice or in two
 * processes, it records and sends everything once.
 */
export async function advanceReminders(app: App, owner: string, until: string): Promise<Done> {
  let done: Position | null = null;
  for (;;) {
    // Other processes may just have created a task or changed the settings, so the read models must contain everything in the log.
    await app.waitForReadModels(await app.store.head());
    const doc = await remindersOf(app.views, owner);
    const position = doc === null ? null : await step(app, doc, until);
    if (position === null) return { position: done };
    done = latest([done, position]);
  }
}

function step(app: App, doc: RemindersDoc, until: string): Promise<Position | null> {
  const item = earliest([...doc.escalations, ...doc.owed, ...doc.upcoming]);
  if (item !== undefined && item.at <= until) return record(app, doc.owner, item);
  // Other overdue items come first; due work handles all of them in order.
  if (item !== undefined && item.at <= app.clock.now()) return Promise.resolve(null);
  return requestMessages(app, doc);
}

const earliest = (items: readonly DueItem[]): DueItem | undefined =>
  items.reduce<DueItem | undefined>((least, item) => (least === undefined || item.at < least.at ? item : least), undefined);

async function requestMessages(app: App, { owner, notices }: RemindersDoc): Promise<Position | null> {
  const mailed = notices.length === 0 ? null : await requestReminderMail(app, owner, notices);
  return latest([mailed, await requestTimelyMessages(app, owner)]);
}

function record(app: App, owner: string, item: DueItem): Promise<Position | null> {
  if (item.kind === 'escalation') return escalate(app, owner, item);
  return item.kind === 'reminder' ? remind(app, owner, item) : report(app, owner, item);
}

async function remind(app: App, owner: string, { date, zone, at }: Occurrence): Promise<Position | null> {
  const command = { type: 'Remind', date, zone, scheduled_at: at, ...(await dayOf(app, owner, date)) } as const;
  return (await sendFirst(app, owner, 'reminder', date, command)).position;
}

async function escalate(app: App, owner: string, { date }: PendingMail): Promise<Position | null> {
  const [day, partner] = await Promise.all([dayOf(app, owner, date), acceptedPartner(app, owner)]);
  const command = { type: 'Escalate', date, now: app.clock.now(), has_partner: partner !== null, ...day } as const;
  return (await send(app, systemCaller(app, owner), 'reminder', date, command)).position;
}

async function report(app: App, owner: string, { kind, date, zone, at }: Occurrence): Promise<Position | null> {
  const isReport = kind === 'weekly_report';
  const week = isReport ? weekOfReport(date) : weekOfAssessment(date);
  const [{ notifications }, planned] = await Promise.all([settingsOf(app.views, owner), isPlanned(app, owner, week)]);
  const type = isReport ? 'Report' : 'Assess';
  const command = { type, date, zone, scheduled_at: at, planned, is_enabled: notifications.weekly_reports } as const;
  return (await sendFirst(app, owner, kind, date, command)).position;
}

async function dayOf(app: App, owner: string, date: string) {
  const [{ notifications, channels }, filled, on_vacation] = await Promise.all([
    settingsOf(app.views, owner),
    isPlanned(app, owner, { from: date, to: date }),
    onVacation(app.views, owner, date),
  ]);
  const is_rest_day = channels.rest_days.some((day) => day === nameOfWeekday(date));
  return { filled, on_vacation, is_rest_day, is_enabled: notifications.task_reminders };
}

async function isPlanned(app: App, owner: string, { from, to }: { readonly from: string; readonly to: string }): Promise<boolean> {
  await settleZone(app, owner, from, to);
  return (await daysOf(app.views, owner, from, to)).some(({ counts }) => counts.planned > 0);
}

const systemCaller = (app: App, owner: string): Caller => ({ owner, actor: SYSTEM, correlationId: app.newId(), causationId: null });

/** For the command that usually begins its stream. */
const sendFirst = (app: App, owner: string, kind: ReminderKind, date: string, command: ReminderCommand) =>
  send(app, systemCaller(app, owner), kind, date, command, beginningOf(reminderDecider));

function send(app: App, caller: Caller, kind: ReminderKind, date: string, command: ReminderCommand, guess?: Fold<ReminderState>) {
  return handle(app, reminderDecider, reminderStream(kind, caller.owner, date), command, contextOf(caller), guess);
}

/**
 * Declares that nothing is due on a local date. It can be repeated.
 * @throws RuleViolation deadline_passed, validation_failed
 */
export async function sayNothingDue(app: App, caller: Caller, date: string): Promise<Done> {
  const today = localDate(app.clock.now(), await ownerZone(app, caller.owner));
  const command = { type: 'SayNothingDue', date, today } as const;
  return { position: (await send(app, caller, 'reminder', date, command)).position };
}

export const reminderOf = (app: App, owner: string, date: string) =>
  readState(app.store, reminderDecider, reminderStream('reminder', owner, date));

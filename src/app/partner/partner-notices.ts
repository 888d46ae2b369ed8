import { addDays, localDate, weekOf } from '../../domain/calendar/local.ts';
import type { NotifiedTask, PartnerTopic } from '../../domain/delivery/event-data.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { PartnerChannel } from '../../domain/partner/events.ts';
import { account } from '../../projections/account/accounts.ts';
import type { WaitingTopic } from '../../projections/partner/notices.ts';
import { tasksDue } from '../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import type { App } from '../app.ts';
import { latest } from '../task/task-send.ts';
import { type Partner, requestMessage } from './partner-messages.ts';
import { acceptedPartner } from './partner-record.ts';

/** The channel of a long message: mail where the partner has accepted by mail, otherwise WhatsApp. */
export const byMail = ({ state: { accepted } }: Partner): PartnerChannel => (accepted.mail ? 'mail' : 'whatsapp');

/**
 * Notifies the partner at once that the reminder of a local date was not followed, by every channel that they have
 * accepted. Several dates, after downtime, go into one message. Null: nobody has accepted, or they were notified
 * already.
 */
export async function sendEscalation(app: App, owner: string, ...dates: readonly string[]): Promise<Position | null> {
  const partner = await acceptedPartner(app, owner);
  const [first] = dates;
  if (partner === null || first === undefined) return null;
  const message = {
    kind: 'partner_escalation',
    channel: byMail(partner),
    once: `${owner} escalation ${first} ${byMail(partner)}`,
    dates,
  } as const;
  const chat = await alsoByChat(app, partner, dates);
  return latest([chat, await requestMessage(app, partner, { ...message, parts: all('escalation', dates) }, app.newId())]);
}

/**
 * Asks for the same message by WhatsApp, beside the mail. It is requested first and covers no topic, so that a crash
 * between the two loses neither.
 */
export async function alsoByChat(app: App, partner: Partner, dates: readonly string[]): Promise<Position | null> {
  const { accepted, user_id } = partner.state;
  const [first] = dates;
  if (!accepted.mail || !accepted.whatsapp || first === undefined) return null;
  const once = `${user_id} escalation ${first} whatsapp`;
  return requestMessage(app, partner, { kind: 'partner_escalation', channel: 'whatsapp', once, dates }, app.newId());
}

const all = (kind: PartnerTopic['kind'], dates: readonly string[]): readonly PartnerTopic[] => dates.map((date) => ({ kind, date }));

/**
 * Sends the partner a progress summary of a week, once for each time that the week's report was recorded, or of this
 * week so far. Null: nobody has accepted, or it was requested already.
 */
export async function sendSummary(app: App, owner: string, week: WaitingTopic | 'now'): Promise<Position | null> {
  const partner = await acceptedPartner(app, owner);
  if (partner === null) return null;
  if (week === 'now') return summaryNow(app, partner, app.newId(), app.clock.now(), app.newId());
  const message = {
    kind: 'partner_summary',
    channel: byMail(partner),
    once: `${owner} summary ${week.date} ${week.at}`,
    dates: [week.date, addDays(week.date, 6)],
    parts: all('week', [week.date]),
  } as const;
  return requestMessage(app, partner, message, app.newId());
}

/**
 * A progress summary as things stand now. `asked`: the text from which the message's id is made. Null: the owner's
 * account was deleted since.
 */
export async function summaryNow(app: App, partner: Partner, asked: string, at: string, correlationId: string): Promise<Position | null> {
  const owner = await account(app.views, partner.state.user_id);
  if (owner === null) return null;
  const today = localDate(at, owner.doc.timezone);
  const message = {
    kind: 'partner_summary',
    channel: byMail(partner),
    once: `${asked} summary`,
    dates: [weekOf(today).from, today],
  } as const;
  return requestMessage(app, partner, message, correlationId);
}

/**
 * Notifies the partner of the misses and skips of closed local dates, as they now stand, in one message. Its id is
 * made from the first of the dates, so that it is sent once, however often it is requested.
 */
export async function sendNotice(app: App, owner: string, dates: readonly string[]): Promise<Position | null> {
  const partner = await acceptedPartner(app, owner);
  const [first] = dates;
  if (partner === null || first === undefined) return null;
  const tasks = await missedOrSkippedOn(app, owner, dates);
  const message = { kind: 'partner_notice', channel: byMail(partner), once: `${owner} notice ${first}`, dates, tasks } as const;
  return requestMessage(app, partner, { ...message, parts: all('day', dates) }, app.newId());
}

/** The tasks that were missed or skipped on these local dates, as they now stand. */
export async function missedOrSkippedOn(app: App, owner: string, dates: readonly string[]): Promise<readonly NotifiedTask[]> {
  const tasks: NotifiedTask[] = [];
  for (const date of dates) {
    const due = await tasksDue(app.views, owner, date, date);
    tasks.push(...due.flatMap(({ id, doc }) => notifiedTasks(id, date, doc)));
  }
  return tasks;
}

/** A task that a vacation skipped is left out. */
function notifiedTasks(task_id: string, date: string, doc: TaskDoc): readonly NotifiedTask[] {
  if (doc.outcome === 'skipped') return doc.vacation_id !== null ? [] : [{ task_id, date, status: 'skipped' }];
  return doc.outcome === 'missed' ? [{ task_id, date, status: doc.late ? 'late' : 'missed' }] : [];
}

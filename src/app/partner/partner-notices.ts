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

/** The channel for long messages: mail if the partner has accepted by mail, otherwise WhatsApp. */
export const byMail = ({ state: { accepted } }: Partner): PartnerChannel => (accepted.mail ? 'mail' : 'whatsapp');

/**
 * Tells the partner at once that the owner did not react to the reminder of a local date. It uses every channel that the partner has
 * accepted. Several dates, after downtime, share one message. Null: nobody has accepted, or they were told already.
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
 * Requests the same message by WhatsApp, in addition to the mail. It comes first and covers no topic, so that a crash between the two loses
 * neither.
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
 * Sends the partner a progress summary of a week, once for each time that the week's report was recorded, or of the present week so far.
 * Null: nobody has accepted, or it was requested already.
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

/** A progress summary of the present state. `asked`: the text that the message's id is made from. Null: the owner's account was deleted. */
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
 * Notifies the partner of the tasks that were missed or skipped on closed local dates, in their present state and in one message. Its id is
 * made from the first of the dates, so that it is sent only once.
 */
export async function sendNotice(app: App, owner: string, dates: readonly string[]): Promise<Position | null> {
  const partner = await acceptedPartner(app, owner);
  const [first] = dates;
  if (partner === null || first === undefined) return null;
  const tasks = await missedOrSkippedOn(app, owner, dates);
  const message = { kind: 'partner_notice', channel: byMail(partner), once: `${owner} notice ${first}`, dates, tasks } as const;
  return requestMessage(app, partner, { ...message, parts: all('day', dates) }, app.newId());
}

export async function missedOrSkippedOn(app: App, owner: string, dates: readonly string[]): Promise<readonly NotifiedTask[]> {
  const tasks: NotifiedTask[] = [];
  for (const date of dates) {
    const due = await tasksDue(app.views, owner, date, date);
    tasks.push(...due.flatMap(({ id, doc }) => notifiedTasks(id, date, doc)));
  }
  return tasks;
}

/** Leaves out a task that was skipped for a vacation. */
function notifiedTasks(task_id: string, date: string, doc: TaskDoc): readonly NotifiedTask[] {
  if (doc.outcome === 'skipped') return doc.vacation_id !== null ? [] : [{ task_id, date, status: 'skipped' }];
  return doc.outcome === 'missed' ? [{ task_id, date, status: doc.late ? 'late' : 'missed' }] : [];
}

import { addDays, localDate, weekOf } from '../../domain/calendar/local.ts';
import type { NotifiedTask, PartnerTopic } from '../../domain/delivery/events.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { PartnerChannel } from '../../domain/partner/events.ts';
import { account } from '../../projections/account/accounts.ts';
import { noticesOf, type WaitingTopic } from '../../projections/partner/notices.ts';
import { tasksDue } from '../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import type { App } from '../app.ts';
import { latest } from '../task/task-send.ts';
import { type Partner, type PartnerMessage, requestMessage } from './partner-messages.ts';
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
async function alsoByChat(app: App, partner: Partner, dates: readonly string[]): Promise<Position | null> {
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

async function missedOrSkippedOn(app: App, owner: string, dates: readonly string[]): Promise<readonly NotifiedTask[]> {
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

const datesOf = (topics: readonly PartnerTopic[], of: PartnerTopic['kind']): readonly string[] =>
  topics.flatMap(({ kind, date }) => (kind === of ? [date] : []));

/** Requests the waiting escalations and summaries that are not late. Returns the last position; null: nothing is waiting. */
export async function requestTimelyMessages(app: App, owner: string): Promise<Position | null> {
  const doc = await noticesOf(app.views, owner);
  return doc === null
    ? null
    : inTime(
        app,
        owner,
        doc.parts.filter(({ late }) => !late),
      );
}

async function inTime(app: App, owner: string, topics: readonly WaitingTopic[]): Promise<Position | null> {
  const positions: (Position | null)[] = [];
  const escalations = datesOf(topics, 'escalation');
  if (escalations.length > 0) positions.push(await sendEscalation(app, owner, ...escalations));
  for (const topic of topics) if (topic.kind === 'week') positions.push(await sendSummary(app, owner, topic));
  return latest(positions);
}

/**
 * Notifies the partner of everything that is waiting. Late topics, after downtime, share one message. Returns the last position; null:
 * nothing is waiting.
 */
export async function notifyPartner(app: App, owner: string): Promise<Position | null> {
  await app.waitForReadModels(await app.store.head());
  const topics = (await noticesOf(app.views, owner))?.parts ?? [];
  const prompt = topics.filter(({ late }) => !late);
  const asked = [await inTime(app, owner, prompt), await sendNotice(app, owner, datesOf(prompt, 'day'))];
  return latest([
    ...asked,
    await sendLate(
      app,
      owner,
      topics.filter(({ late }) => late),
    ),
  ]);
}

/**
 * The id of the message is made from its first topic. Another worker may have seen fewer topics, but the same first one, so the message is
 * sent once.
 */
async function sendLate(app: App, owner: string, topics: readonly WaitingTopic[]): Promise<Position | null> {
  const [first] = topics;
  const partner = first === undefined ? null : await acceptedPartner(app, owner);
  if (first === undefined || partner === null) return null;
  const chat = await alsoByChat(app, partner, datesOf(topics, 'escalation'));
  const message = { ...(await lateMessage(app, partner, topics)), once: `${owner} late ${first.kind} ${first.date} ${first.at}` };
  return latest([chat, await requestMessage(app, partner, message, app.newId())]);
}

async function lateMessage(app: App, partner: Partner, all: readonly PartnerTopic[]): Promise<Omit<PartnerMessage, 'once'>> {
  const topics = all.map(({ kind, date }) => ({ kind, date }));
  const [days, escalations, weeks] = [datesOf(topics, 'day'), datesOf(topics, 'escalation'), datesOf(topics, 'week')];
  const message = { channel: byMail(partner), parts: topics };
  const tasks = await missedOrSkippedOn(app, partner.state.user_id, days);
  if (days.length === topics.length) return { ...message, kind: 'partner_notice', dates: days, tasks };
  if (escalations.length === topics.length) return { ...message, kind: 'partner_escalation', dates: escalations };
  const [week] = weeks;
  if (week !== undefined && topics.length === 1) return { ...message, kind: 'partner_summary', dates: [week, addDays(week, 6)] };
  return { ...message, kind: 'partner_digest', dates: days, tasks };
}

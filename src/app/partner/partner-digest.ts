import { addDays } from '../../domain/calendar/local.ts';
import type { PartnerTopic } from '../../domain/delivery/event-data.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { noticesOf, type WaitingTopic } from '../../projections/partner/notices.ts';
import type { App } from '../app.ts';
import { latest } from '../task/task-send.ts';
import { type Partner, type PartnerMessage, requestMessage } from './partner-messages.ts';
import { alsoByChat, byMail, missedOrSkippedOn, sendEscalation, sendNotice, sendSummary } from './partner-notices.ts';
import { acceptedPartner } from './partner-record.ts';

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

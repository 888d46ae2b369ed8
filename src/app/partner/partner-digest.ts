import { addDays } from '../../domain/calendar/local.ts';
import type { PartnerPart } from '../../domain/delivery/event-data.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { noticesOf, type WaitingPart } from '../../projections/partner/notices.ts';
import type { App } from '../app.ts';
import { latest } from '../task/task-send.ts';
import { type Partner, type PartnerMessage, requestMessage } from './partner-messages.ts';
import { alsoByChat, byMail, missedOrSkippedOn, sendEscalation, sendNotice, sendSummary } from './partner-notices.ts';
import { acceptedPartner } from './partner-record.ts';

const datesOf = (parts: readonly PartnerPart[], wanted: PartnerPart['kind']): readonly string[] =>
  parts.flatMap(({ kind, date }) => (kind === wanted ? [date] : []));

/** Asks for the escalations and summaries that wait for the partner and are not late. Gives the last position; null: nothing waits. */
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

async function inTime(app: App, owner: string, parts: readonly WaitingPart[]): Promise<Position | null> {
  const positions: (Position | null)[] = [];
  const escalations = datesOf(parts, 'escalation');
  if (escalations.length > 0) positions.push(await sendEscalation(app, owner, ...escalations));
  for (const part of parts) if (part.kind === 'week') positions.push(await sendSummary(app, owner, part));
  return latest(positions);
}

/**
 * Notifies the partner of everything that waits. What is late, because the program was down, goes into one message.
 * Gives the last position; null: nothing waits.
 */
export async function notifyPartner(app: App, owner: string): Promise<Position | null> {
  await app.waitForReadModels(await app.store.head());
  const parts = (await noticesOf(app.views, owner))?.parts ?? [];
  const prompt = parts.filter(({ late }) => !late);
  const asked = [await inTime(app, owner, prompt), await sendNotice(app, owner, datesOf(prompt, 'day'))];
  return latest([
    ...asked,
    await sendLate(
      app,
      owner,
      parts.filter(({ late }) => late),
    ),
  ]);
}

/**
 * The id of the message is made from its first part. Another worker may have seen fewer parts, but it has seen the same
 * first one, so the message is sent once.
 */
async function sendLate(app: App, owner: string, parts: readonly WaitingPart[]): Promise<Position | null> {
  const [first] = parts;
  const partner = first === undefined ? null : await acceptedPartner(app, owner);
  if (first === undefined || partner === null) return null;
  const chat = await alsoByChat(app, partner, datesOf(parts, 'escalation'));
  const message = { ...(await lateMessage(app, partner, parts)), once: `${owner} late ${first.kind} ${first.date} ${first.at}` };
  return latest([chat, await requestMessage(app, partner, message, app.newId())]);
}

async function lateMessage(app: App, partner: Partner, all: readonly PartnerPart[]): Promise<Omit<PartnerMessage, 'once'>> {
  const parts = all.map(({ kind, date }) => ({ kind, date }));
  const [days, escalations, weeks] = [datesOf(parts, 'day'), datesOf(parts, 'escalation'), datesOf(parts, 'week')];
  const message = { channel: byMail(partner), parts };
  const tasks = await missedOrSkippedOn(app, partner.state.user_id, days);
  if (days.length === parts.length) return { ...message, kind: 'partner_notice', dates: days, tasks };
  if (escalations.length === parts.length) return { ...message, kind: 'partner_escalation', dates: escalations };
  const [week] = weeks;
  if (week !== undefined && parts.length === 1) return { ...message, kind: 'partner_summary', dates: [week, addDays(week, 6)] };
  return { ...message, kind: 'partner_digest', dates: days, tasks };
}

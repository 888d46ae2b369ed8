import { addDays, datesBetween, localDate, weekOf } from '../../domain/calendar/local.ts';
import { dayStream } from '../../domain/day/events.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { readEvents } from '../../domain/kernel/fold-stream.ts';
import { partnerKeyOwner } from '../../domain/partner/events.ts';
import { taskDecider } from '../../domain/task/decide.ts';
import { taskStream } from '../../domain/task/events.ts';
import { type AccountDoc, account } from '../../projections/account/accounts.ts';
import type { ReportCounts } from '../../projections/day/days.ts';
import { deliveriesSince } from '../../projections/delivery.ts';
import { everything } from '../../projections/engine/views.ts';
import { entryOf, evidenceOf, type PartnerSummary, type TaskWords, type TrailEntry } from '../../projections/partner/partner-summary.ts';
import { overallReport, type Reader, readerOf } from '../../projections/report.ts';
import { isTaskChange, type TaskDoc, tasks } from '../../projections/task/tasks.ts';
import { takenBackFrom } from '../../projections/task/withdrawals.ts';
import type { App } from '../app.ts';
import { judgedProofs } from './judged-proofs.ts';
import type { Partner, PartnerLink } from './partner-messages.ts';
import { wordsOfPartner } from './partner-words.ts';

/** The kinds of messages to a partner that contain a summary. */
export const SUMMARIES: ReadonlySet<string> = new Set(['partner_summary', 'partner_digest']);

/**
 * The owner's changes of zone that a summary mentions: those since its first local date, and those since the last summary that was sent to
 * the partner.
 */
async function movesToName(app: App, partner: Pick<Partner, 'id'>, { moves }: AccountDoc, from: string): Promise<AccountDoc['moves']> {
  const inPeriod = moves.filter((move) => localDate(move.at, move.to) >= from || localDate(move.at, move.from) >= from);
  const last = moves.at(-1);
  if (last === undefined || inPeriod.includes(last)) return inPeriod;
  return (await wasToldSince(app, partner, last.at)) ? [] : [last];
}

async function wasToldSince({ views }: App, { id }: Pick<Partner, 'id'>, instant: string): Promise<boolean> {
  for await (const page of deliveriesSince(views, partnerKeyOwner(id), instant))
    if (page.some(({ doc }) => SUMMARIES.has(doc.kind) && doc.status === 'sent')) return true;
  return false;
}

export interface OwnerSeen {
  /** As it was typed; empty: they have given none. */
  readonly name: string;
  readonly address: string;
  readonly zone: string;
}

/** Null: the account was deleted. */
export async function ownerSeen(app: Pick<App, 'views' | 'opener'>, owner: string): Promise<OwnerSeen | null> {
  const found = await account(app.views, owner);
  if (!found) return null;
  const { full_name, email, timezone: zone } = found.doc;
  const [named, mailed] = [await app.opener.open(owner, full_name), await app.opener.open(owner, email)];
  if (mailed === null) return null;
  return { name: named?.full_name ?? '', address: mailed.email, zone };
}

/** Titles of tasks and reasons for skipping them, by id, opened with their owner's key. */
export async function wordsOf(app: App, owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, TaskWords>> {
  await app.opener.ready(owner);
  const docs = await app.documents.getMany<TaskDoc>(app.views.current(tasks.name), ids);
  const words = new Map<string, TaskWords>();
  for (const [id, { doc }] of docs) {
    if (doc.owner !== owner) continue;
    const reason = app.opener.openNow(owner, doc.skip_reason)?.skip_reason ?? null;
    words.set(id, { title: app.opener.openNow(owner, doc.title)?.title ?? '', reason });
  }
  return words;
}

/** The progress summary for a partner, in the present state. `dates` empty: this week so far. Null: the account was deleted. */
export async function partnerSummary(app: App, { id, state }: Partner, dates: readonly string[]): Promise<PartnerSummary | null> {
  const owner = state.user_id;
  const [found, who] = await Promise.all([account(app.views, owner), ownerSeen(app, owner)]);
  if (!found || who === null) return null;
  const at = app.clock.now();
  const reader = readerOf(found.doc, at);
  const from = dates[0] ?? weekOf(reader.today).from;
  const to = dates.at(-1) ?? reader.today;
  const [{ counts, streak }, before] = await Promise.all([overallReport(app.views, reader, from, to), countsBefore(app, reader, from)]);
  const [ids, moves] = await Promise.all([countedIn(app, owner, from, to), movesToName(app, { id }, found.doc, from)]);
  const counting = { only: isCounted } as const;
  const events = (await Promise.all(ids.map((task) => readEvents(app.store, taskDecider, taskStream(task), counting)))).flat();
  const evidence = evidenceOf(events, from, to);
  const shown = new Set(Object.values(evidence).flatMap((entries) => entries.flatMap(({ task_id }) => task_id ?? [])));
  return {
    partner_id: id,
    owner_name: who.name,
    owner_address: who.address,
    zone: reader.zone,
    moves,
    from,
    to,
    at,
    over: to < reader.today,
    detail: state.detail,
    counts,
    trend: trendOf(counts, before),
    streak,
    evidence,
    closings: (await closings(app, owner, from, to)).map((event) => entryOf(event, 1)),
    spoken: await spokenIn(app, id, reader.zone, from, to),
    words: state.detail === 'titles' ? await wordsOf(app, owner, [...shown]) : new Map(),
    proofs: await judgedProofs(app, owner, evidence),
  };
}

/** The local dates that the page of a message shows: the weeks that the message is about, up to today. Empty: this week so far. */
export function pageDates({ kind, partner }: PartnerLink['message'], today: string): readonly string[] {
  if (kind === 'partner_summary') return partner.dates;
  if (kind !== 'partner_notice' && kind !== 'partner_digest') return [];
  const subjects = [...partner.dates, ...(partner.parts ?? []).map(({ date }) => date)].sort();
  const [first, last] = [subjects[0], subjects.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { to } = weekOf(last);
  return [weekOf(first).from, to < today ? to : today < last ? last : today];
}

/** The counts of the four weeks before a local date. Null: the account is younger than the first of these weeks. */
async function countsBefore({ views }: App, reader: Reader, from: string): Promise<ReportCounts | null> {
  const start = addDays(from, -28);
  if (reader.since > addDays(start, 6)) return null;
  return (await overallReport(views, reader, start, addDays(from, -1))).counts;
}

function trendOf({ completion_rate: now }: ReportCounts, before: ReportCounts | null): number | null {
  const then = before?.completion_rate ?? null;
  return now === null || then === null ? null : Math.round((now - then) * 100);
}

/** A task can have thousands of changes, so only those that count on some day are kept in memory. */
const isCounted = (event: Recorded): boolean => isTaskChange(event) && event.data.tally.length > 0;

/** Every task that is due on one of the dates, deleted or not, or that was taken back from one of them. */
async function countedIn(app: App, owner: string, from: string, to: string): Promise<readonly string[]> {
  const query = { index: 'due', equals: [owner], from, to, order: 'asc' } as const;
  const due = await everything<TaskDoc>(app.documents, app.views.current(tasks.name), query);
  return [...new Set([...due.map(({ id }) => id), ...(await takenBackFrom(app.views, owner, from, to))])];
}

async function spokenIn(app: App, id: string, zone: string, from: string, to: string): Promise<readonly TrailEntry[]> {
  const inPeriod = (await wordsOfPartner(app, id)).filter(({ metadata: { at } }) => {
    const date = localDate(at, zone);
    return date >= from && date <= to;
  });
  return inPeriod.map((event) => entryOf(event, 1)).toReversed();
}

/** Newest first. */
async function closings(app: App, owner: string, from: string, to: string): Promise<readonly Recorded[]> {
  const streams = await Promise.all(datesBetween(from, to).map((date) => app.store.readStream(dayStream(owner, date))));
  return streams
    .flat()
    .filter(({ type }) => type === 'DayClosed')
    .reverse();
}

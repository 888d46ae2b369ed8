import { createHash } from 'node:crypto';
import { deliveryStream } from '../../src/domain/delivery/events.ts';
import { type Recorded, START } from '../../src/domain/kernel/event.ts';
import type { EventStore } from '../../src/domain/kernel/event-store.ts';
import { routineStream } from '../../src/domain/routine/events.ts';

/** The items of `some` that `others` does not contain, or contains less often. */
export function beyond<T>(some: Iterable<T>, others: Iterable<string>, key: (one: T) => string): readonly T[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  return [...some].filter((one) => {
    const count = left.get(key(one)) ?? 0;
    left.set(key(one), count - 1);
    return count < 1;
  });
}

const PAGE = 1_000;

export async function* eventsOf(store: EventStore): AsyncGenerator<Recorded> {
  for (let after = START; ; ) {
    const events = await store.readAll(after, PAGE);
    yield* events;
    const last = events.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

/** The scheduled messages and occurrences of each owner, in the form of the model. By owner, sorted. */
export async function foundIn(store: EventStore): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const routines = new Map<string, number>();
  const begun = new Map<string, number>();
  for await (const { type, data, stream, metadata } of eventsOf(store)) {
    const owner = metadata.owner ?? '';
    const line = lineOf(type, data as Data, metadata.at);
    if (type === 'RoutineStarted') {
      const index = begun.get(owner) ?? 0;
      routines.set(routineStream.requireId(stream), index);
      begun.set(owner, index + 1);
    }
    const occurrence = (data as Data).occurrence;
    const made = type === 'TaskPromised' && occurrence !== undefined;
    const text = made ? `occurrence ${routines.get(occurrence.routine_id)} ${occurrence.date} ${metadata.at}` : line;
    if (text !== null) found.set(owner, [...(found.get(owner) ?? []), text]);
  }
  return new Map([...found].map(([owner, lines]) => [owner, lines.sort()]));
}

interface Data {
  readonly date?: string;
  readonly from?: string;
  readonly to?: string;
  readonly outcome?: string;
  readonly occurrence?: { readonly routine_id: string; readonly date: string };
}

function lineOf(type: string, { date, from, to, outcome }: Data, at: string): string | null {
  if (type === 'ReminderCame') return `reminder ${date} ${at} ${outcome}`;
  if (type === 'EscalationCame') return `escalation ${date} ${at} ${outcome}`;
  if (type === 'WeeklyReportCame') return `weekly_report ${date} ${at} ${from} ${to} ${outcome}`;
  return type === 'WeeklyAssessmentCame' ? `weekly_assessment ${date} ${at} ${from} ${to} ${outcome}` : null;
}

/** The last event of each delivery, by its id. */
export async function outcomesIn(store: EventStore): Promise<ReadonlyMap<string, readonly string[]>> {
  const ends = new Map<string, string[]>();
  for await (const { type, stream } of eventsOf(store))
    if (/^Delivery(Sent|Failed|Cancelled)$/.test(type)) {
      const id = deliveryStream.requireId(stream);
      ends.set(id, [...(ends.get(id) ?? []), type]);
    }
  return ends;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const SEALED = /v1\.#\.[A-Za-z0-9_-]+/g;
const KEYED = /\b[0-9a-f]{64}\b|(?<=")[A-Za-z0-9_-]{43}(?=")/g;
const HEAD_SIZE = /"head_size":\d+/g;

/** Deliveries that were begun again because the outcome of an attempt was unknown; by id, how often. */
export async function unknownIn(store: EventStore): Promise<ReadonlyMap<string, number>> {
  const attempts = new Map<string, Attempts>();
  const lost = new Map<string, number>();
  for await (const event of eventsOf(store)) {
    const { count } = asKnown(event, attempts);
    if (count > 0) lost.set(deliveryStream.requireId(event.stream), count);
  }
  return lost;
}

interface Attempts {
  /** When the first attempt with an awaited outcome was begun; null: there is none. */
  readonly since: string | null;
  readonly lost: number;
}

/** A delivery's event as it would be if no attempt had been lost: repeated beginnings are left out, the outcome is that of the first. */
function asKnown({ stream, type, data, metadata: { at } }: Recorded, attempts: Map<string, Attempts>) {
  const { since, lost } = attempts.get(stream) ?? { since: null, lost: 0 };
  if (type === 'DeliveryBegun') {
    const count = since === null ? lost : lost + 1;
    attempts.set(stream, { since: since ?? at, lost: count });
    return { known: null, count };
  }
  if (!/^Delivery(Sent|Failed)$/.test(type)) return { known: { at, data }, count: lost };
  if (lost > 0) attempts.set(stream, { since: null, lost });
  else attempts.delete(stream);
  const { attempt } = data as { readonly attempt: number };
  return { known: { at: since ?? at, data: { ...(data as object), attempt: attempt - lost } }, count: lost };
}

/** An event of a stream as one line: when, what, by whom, its data. */
interface Line {
  readonly stream: string;
  readonly text: string;
}

/**
 * The events one by one; ids, seals and keyed hashes are removed, owners are named by their number, and attempts with
 * an unknown outcome are left out. So is the size of the ledger that a message names: it counts what was recorded before,
 * and events of the same instant may be recorded in another order.
 */
async function* linesOf({ store, owners, until }: YearLog): AsyncGenerator<Line> {
  const plain = plainFor(owners);
  const attempts = new Map<string, Attempts>();
  for await (const event of eventsOf(store)) {
    const { stream, type, private: own } = event;
    const { actor, owner, recorded_at } = event.metadata;
    if (until !== undefined && recorded_at > until) return;
    const { known } = asKnown(event, attempts);
    if (known === null) continue;
    const { at, data } = known;
    yield {
      stream,
      text: plain(`${at} ${type} by ${actor.kind} for ${owner} ${own === null ? 'open' : 'sealed'} ${JSON.stringify(data)}`),
    };
  }
}

function plainFor(owners: readonly string[]): (value: string) => string {
  const names = new Map(owners.map((owner, number) => [owner, `person ${number}`]));
  return (value) =>
    value
      .replaceAll(UUID, (id) => names.get(id) ?? '#')
      .replaceAll(SEALED, '~')
      .replaceAll(KEYED, '*')
      .replaceAll(HEAD_SIZE, '"head_size":"#"');
}

export interface YearLog {
  readonly store: EventStore;
  readonly owners: readonly string[];
  /** Events that were recorded after this instant do not count. */
  readonly until?: string;
}

/** The differences: streams that only one of the two has, from both sides. A year is kept as digests. */
export async function differences(expected: YearLog, found: YearLog): Promise<readonly string[]> {
  const [one, other] = [await digestsOf(expected), await digestsOf(found)];
  const [lost, added] = [only(one, other), only(other, one)];
  return [
    ...(await storiesOf(expected, lost)).map((story) => `lost ${story}`),
    ...(await storiesOf(found, added)).map((story) => `new ${story}`),
  ];
}

/** By stream, the digest of all its lines. */
async function digestsOf(log: YearLog): Promise<ReadonlyMap<string, string>> {
  const plain = plainFor(log.owners);
  const digests = new Map<string, string>();
  for await (const { stream, text } of linesOf(log)) {
    const before = digests.get(stream) ?? nameOf(stream, plain);
    digests.set(stream, createHash('sha256').update(`${before}\n${text}`).digest('base64'));
  }
  return digests;
}

const nameOf = (stream: string, plain: (value: string) => string): string => plain(stream.replace(/^address-.*/, 'address-*'));
const SHOWN = 3;

/** A few of the streams whose digests occur more often here than there. */
function only(here: ReadonlyMap<string, string>, there: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = beyond(here, there.values(), ([, digest]) => digest);
  return new Set(found.slice(0, SHOWN).map(([stream]) => stream));
}

async function storiesOf(log: YearLog, streams: ReadonlySet<string>): Promise<readonly string[]> {
  if (streams.size === 0) return [];
  const lines = new Map<string, string[]>();
  for await (const { stream, text } of linesOf(log)) if (streams.has(stream)) lines.set(stream, [...(lines.get(stream) ?? []), text]);
  const plain = plainFor(log.owners);
  return [...lines].map(([stream, texts]) => [nameOf(stream, plain), ...texts].join('\n')).sort();
}

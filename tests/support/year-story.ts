import { createHash } from 'node:crypto';
import { type Recorded, START } from '../../src/domain/kernel/event.ts';
import type { EventStore } from '../../src/domain/kernel/event-store.ts';

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

/** What came round for each owner, and their occurrences, as the model writes them down. By owner, sorted. */
export async function foundIn(store: EventStore): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const routines = new Map<string, number>();
  const begun = new Map<string, number>();
  for await (const { type, data, stream, metadata } of eventsOf(store)) {
    const owner = metadata.owner ?? '';
    const line = lineOf(type, data as Data, metadata.at);
    if (type === 'RoutineStarted') {
      const index = begun.get(owner) ?? 0;
      routines.set(stream.slice('routine-'.length), index);
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

/** How each delivery ended, by its id. */
export async function outcomesIn(store: EventStore): Promise<ReadonlyMap<string, readonly string[]>> {
  const ends = new Map<string, string[]>();
  for await (const { type, stream } of eventsOf(store))
    if (/^Delivery(Sent|Failed|Cancelled)$/.test(type)) {
      const id = stream.slice('delivery-'.length);
      ends.set(id, [...(ends.get(id) ?? []), type]);
    }
  return ends;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const SEALED = /v1\.#\.[A-Za-z0-9_-]+/g;
const KEYED = /\b[0-9a-f]{64}\b|(?<=")[A-Za-z0-9_-]{43}(?=")/g;

/** Deliveries that were begun again, since it was not known what became of an attempt; by id, how often. */
export async function unknownIn(store: EventStore): Promise<ReadonlyMap<string, number>> {
  const attempts = new Map<string, Attempts>();
  const lost = new Map<string, number>();
  for await (const event of eventsOf(store)) {
    const { count } = asKnown(event, attempts);
    if (count > 0) lost.set(event.stream.slice('delivery-'.length), count);
  }
  return lost;
}

interface Attempts {
  /** When the first of those was begun whose outcome is awaited; null: none is. */
  readonly since: string | null;
  readonly lost: number;
}

/** A delivery's event as it would be had no attempt been lost: the beginnings are left out, the outcome is that of the first. */
function asKnown({ stream, type, data, metadata: { at } }: Recorded, attempts: Map<string, Attempts>) {
  const { since, lost } = attempts.get(stream) ?? { since: null, lost: 0 };
  if (type === 'DeliveryBegun') {
    const count = since === null ? lost : lost + 1;
    attempts.set(stream, { since: since ?? at, lost: count });
    return { told: null, count };
  }
  if (!/^Delivery(Sent|Failed)$/.test(type)) return { told: { at, data }, count: lost };
  attempts.set(stream, { since: null, lost });
  const { attempt } = data as { readonly attempt: number };
  return { told: { at: since ?? at, data: { ...(data as object), attempt: attempt - lost } }, count: lost };
}

/**
 * Stream by stream what happened (type, at, by whom, data), sorted; ids, seals and keyed hashes are taken out, the
 * owners are named by their number, and attempts to send of which nobody knows what became are left out.
 */
export async function storyOf(store: EventStore, owners: readonly string[]): Promise<readonly string[]> {
  const names = new Map(owners.map((owner, number) => [owner, `person ${number}`]));
  const plain = (value: string): string =>
    value
      .replaceAll(UUID, (id) => names.get(id) ?? '#')
      .replaceAll(SEALED, '~')
      .replaceAll(KEYED, '*');
  const streams = new Map<string, Told>();
  const attempts = new Map<string, Attempts>();
  for await (const event of eventsOf(store)) {
    const { stream, type, private: own } = event;
    const { actor, owner } = event.metadata;
    const { told } = asKnown(event, attempts);
    if (told === null) continue;
    const { at, data } = told;
    const line = plain(`${at} ${type} by ${actor.kind} for ${owner} ${own === null ? 'open' : 'sealed'} ${JSON.stringify(data)}`);
    const known = streams.get(stream);
    const first = known?.first ?? `${plain(stream.replace(/^address-.*/, 'address-*'))}: ${line}`;
    const digest = createHash('sha256').update(`${known?.digest}\n${line}`).digest('base64');
    streams.set(stream, { first, events: (known?.events ?? 0) + 1, last: line, digest });
  }
  return [...streams.values()].map(({ first, events, last, digest }) => `${first}\n… ${events} events …\n${last}\n${digest}`).sort();
}

/** A year of a thousand people is too long to be held as a whole: both ends to read, and a digest of all of it. */
interface Told {
  readonly first: string;
  readonly events: number;
  readonly last: string;
  readonly digest: string;
}

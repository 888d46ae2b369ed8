import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import {
  type AppendToStreamOptions,
  type EventData,
  EventStoreDBClient,
  type JSONEventType,
  jsonEvent,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { type EventStoreServer, startEventStore, startEventStoreDouble } from '../eventstore.ts';

/** Where there is a real server, it must pass the same tests as the double, with the same bare client. */
export const EVENT_STORES: readonly (readonly [string, () => Promise<EventStoreServer>])[] = [
  ['the double', startEventStoreDouble],
  ...(process.env.EVENTSTORE_URL ? [['a server', startEventStore] as const] : []),
];

export const CREDENTIALS = { username: 'admin', password: 'changeit' };
/** `each`: one call for each append, as the program does it; `batch`: the client's own choice. */
export type Path = 'each' | 'batch';
export const PATHS: readonly Path[] = ['each', 'batch'];
const DEADLINE = 2_000;

export type Client = EventStoreDBClient;
export const clientOf = (url: string): Client => EventStoreDBClient.connectionString(url);

export const event = (n: number, { id, rest }: { readonly id?: string; readonly rest?: string } = {}): EventData =>
  jsonEvent<JSONEventType<string, { n: number; rest?: string }>>({
    type: 'happened',
    data: { n, ...(rest !== undefined && { rest }) },
    ...(id !== undefined && { id }),
  });
export const events = (count: number, first = 0): EventData[] => Array.from({ length: count }, (_, index) => event(first + index));

export const append = (
  client: Client,
  stream: string,
  given: EventData | EventData[],
  expectedRevision: AppendToStreamOptions['expectedRevision'] = 'any',
  path: Path = 'each',
) => client.appendToStream(stream, given, { expectedRevision, deadline: DEADLINE, ...(path === 'each' && { credentials: CREDENTIALS }) });

export const newStream = (): string => `facts-${randomUUID()}`;
/** A stream whose events are numbered from 0. */
export async function holding(client: Client, count: number): Promise<string> {
  const stream = newStream();
  await append(client, stream, events(count));
  return stream;
}

export const numberOf = ({ event: found }: ResolvedEvent): number => (found?.data as { n: number } | undefined)?.n ?? Number.NaN;
export const idOf = ({ event: found }: ResolvedEvent): string => found?.id ?? '';
export const positionOf = ({ event: found }: ResolvedEvent) => found?.position as { commit: bigint; prepare: bigint };

/** The error with which a promise is refused. @throws Error when it is not */
export const refusalOf = (promise: Promise<unknown>): Promise<Record<string, unknown>> =>
  promise.then(
    () => Promise.reject(new Error('It was not refused.')),
    (error) => error,
  );

export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const NAMES = ['confirmation', 'caughtUp', 'fellBehind', 'end', 'close'] as const;

/** What a subscription received, in its order: `confirmation`, `happened 3`, `caughtUp`, `error timeout`. */
export class Heard {
  readonly things: string[] = [];
  readonly received: ResolvedEvent[] = [];
  error: (Error & { type?: string; code?: number }) | undefined;
  readonly #changed = new EventEmitter();

  constructor(subscription: EventEmitter, listens = true) {
    for (const name of NAMES) subscription.on(name, () => this.#note(name));
    subscription.on('error', (error) => {
      this.error = error;
      this.#note(`error ${error.type}`);
    });
    if (!listens) return;
    subscription.on('data', (found: ResolvedEvent) => {
      this.received.push(found);
      this.#note(found.event?.type === 'happened' ? `happened ${numberOf(found)}` : String(found.event?.type));
    });
  }

  /** Resolves when this has been received. */
  async until(thing: string): Promise<void> {
    while (!this.things.includes(thing)) await once(this.#changed, 'note');
  }

  #note(thing: string): void {
    this.things.push(thing);
    this.#changed.emit('note');
  }
}

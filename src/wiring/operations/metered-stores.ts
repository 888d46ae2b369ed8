import { NotAuthentic } from '../../app/account/sessions.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { partsOfStream } from '../../domain/kernel/define-event.ts';
import {
  type Appended,
  type EventStore,
  StoreFull,
  StoreUnavailable,
  WrongExpectedRevision,
  withAppend,
} from '../../domain/kernel/event-store.ts';
import type { Lease, Leases } from '../../ports/coordination.ts';
import { Fenced } from '../../ports/documents.ts';
import type { Stores } from '../../store/stores.ts';
import type { Metrics } from './metrics.ts';
import { withOverrides } from './with-overrides.ts';

/** The kind of an error as a metric label. */
export function kindOf(error: unknown): string {
  if (error instanceof RuleViolation || error instanceof NotAuthentic) return 'refused';
  if (error instanceof WrongExpectedRevision) return 'conflict';
  if (error instanceof StoreUnavailable) return 'unavailable';
  if (error instanceof StoreFull) return 'full';
  if (error instanceof Fenced) return 'fenced';
  return 'failed';
}

/** The kind of a stream, which is the prefix of its name. */
export const aggregateOf = (stream: string): string => partsOfStream(stream).kind;

/** A command's name. A command that has no usable name counts as `Request`. */
export function commandOf(command: unknown): string {
  const type = typeof command === 'object' && command !== null && 'type' in command ? command.type : undefined;
  return typeof type === 'string' && /^[A-Z][A-Za-z]{1,39}$/.test(type) ? type : 'Request';
}

/** The calls that are timed, by store. Calls that answer from memory (`keyed`, `key`, `openNow`) are not included. */
const TIMED = {
  store: ['append', 'readStream', 'readStored', 'readAll', 'readLast', 'head'],
  documents: ['ensure', 'get', 'getMany', 'find', 'count', 'apply', 'checkpoint', 'checkpoints', 'drop'],
  vault: [
    ...['createKey', 'destroyKey', 'setPassword', 'password'],
    ...['putSession', 'session', 'renewSession', 'endSession', 'endSessions'],
    ...['putPersonalToken', 'personalToken', 'personalTokensOf', 'notePersonalTokenUse', 'removePersonalToken'],
    ...['putToken', 'takeToken', 'token', 'tokensOf', 'endTokens', 'keptAnswer', 'keepAnswer', 'placesOf', 'putPlace', 'sweep', 'forget'],
    ...['aiKey', 'putAiKey', 'removeAiKey'],
    ...['ledgersOf', 'keepLedger', 'newestHead', 'headAt', 'keepHead', 'headsOf', 'headsSince', 'ledgerOwners'],
    ...['signingKeys', 'signingSecret', 'keepSigningKey', 'endSigningKey'],
    ...['putPushTarget', 'pushTarget', 'pushTargetAt', 'removePushTarget', 'programKey', 'keepProgramKey'],
  ],
  files: ['write', 'read', 'remove', 'list', 'total', 'begin', 'append', 'openUpload', 'finish', 'abandon', 'release', 'forget'],
} as const satisfies Partial<Record<keyof Stores, readonly string[]>>;

/** The same stores with their calls counted. `held` is kept up to date with the names of the leases that this process holds. */
export function meteredStores<S extends Stores>(stores: S, metrics: Metrics, held: Set<string>): S {
  const metered = {
    store: meteredEventStore(timed(stores.store, 'events', TIMED.store, metrics), metrics),
    documents: timed(stores.documents, 'documents', TIMED.documents, metrics),
    vault: timed(stores.vault, 'vault', TIMED.vault, metrics),
    files: timed(stores.files, 'files', TIMED.files, metrics),
  };
  const leases = stores.leases && meteredLeases(stores.leases, metrics, held);
  return withOverrides<S, Stores>(stores, { ...metered, leases });
}

type Call = (...given: unknown[]) => Promise<unknown>;

function timed<T extends object>(thing: T, store: string, operations: readonly string[], metrics: Metrics): T {
  const calls: Record<string, Call> = {};
  for (const operation of operations) {
    const call: unknown = Reflect.get(thing, operation);
    if (typeof call === 'function')
      calls[operation] = timedCall((...given) => Reflect.apply(call, thing, given), { store, operation }, metrics);
  }
  // Each call keeps its own name, but the compiler cannot know that from a list of names.
  return withOverrides(thing, calls as Partial<T>);
}

function timedCall(
  call: Call,
  labels: { readonly store: string; readonly operation: string },
  { storeSeconds, storeErrors }: Metrics,
): Call {
  const seconds = storeSeconds.labels(labels);
  const done = (started: number): void => seconds.observe((performance.now() - started) / 1_000);
  // The count runs beside the call, so that nobody waits for it.
  return (...given) => {
    const started = performance.now();
    const answer = call(...given);
    answer.then(
      () => done(started),
      (error: unknown) => {
        done(started);
        storeErrors.inc({ ...labels, error: kindOf(error) });
      },
    );
    return answer;
  };
}

function meteredEventStore(store: EventStore, metrics: Metrics): EventStore {
  return withAppend(store, async (stream, expected, events) => {
    const appended = await store.append(stream, expected, events);
    for (const event of appended.events) countEvent(event, metrics);
    return appended;
  });
}

const DELIVERIES: Readonly<Record<string, string>> = {
  DeliveryRequested: 'requested',
  DeliveryDelayed: 'delayed',
  DeliverySent: 'sent',
  DeliveryCancelled: 'cancelled',
};

function countEvent({ type, data }: Appended['events'][number], { events, deliveries }: Metrics): void {
  events.inc({ type });
  const outcome = type === 'DeliveryFailed' ? failureOutcome(data) : DELIVERIES[type];
  if (outcome === undefined) return;
  const { kind = 'unknown', channel = 'unknown' }: { kind?: string; channel?: string } = data;
  deliveries.inc({ kind, channel, outcome });
}

const failureOutcome = ({ next_attempt_at }: { readonly next_attempt_at?: unknown }): string =>
  next_attempt_at === null ? 'dead' : 'put_off';

function meteredLeases(leases: Leases, metrics: Metrics, held: Set<string>): Leases {
  const acquire = async (name: string): Promise<Lease | null> => {
    const lease = await leases.acquire(name);
    if (lease === null) return null;
    const ended = (): void => {
      held.delete(name);
      metrics.leases.remove({ lease: name });
    };
    held.add(name);
    metrics.leases.set({ lease: name }, 1);
    lease.lost.addEventListener('abort', ended, { once: true });
    return {
      name: lease.name,
      token: lease.token,
      lost: lease.lost,
      release: async () => {
        ended();
        await lease.release();
      },
    };
  };
  return withOverrides(leases, { acquire });
}

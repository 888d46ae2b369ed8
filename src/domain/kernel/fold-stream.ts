import type { Decider } from './decider.ts';
import type { EventShape, Recorded, RecordedOf } from './event.ts';
import type { EventStore, Expected, Fold } from './event-store.ts';

type Folding<State, E extends EventShape> = Pick<Decider<State, never, E>, 'initial' | 'evolve'>;
type Reading = Pick<EventStore, 'readStream' | 'folds'>;

/** The number of events in one read. With texts of 10 kB, one read takes some milliseconds. */
export const PIECE = 50;

/** The first revision to read, and the revision before which to stop. Left out: no limit. */
export interface Stretch {
  readonly from?: number;
  readonly before?: number;
}

/** Gives a stream's events the types of its decider, because nothing else is ever appended to the stream. */
const asTheirs = <E extends EventShape>(events: readonly Recorded[]) => events as readonly RecordedOf<E>[];

/** Reads a stream in pieces, oldest first. Between two pieces, other work of the process can run. */
export async function* inPieces(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  { from = 0, before = Number.POSITIVE_INFINITY }: Stretch = {},
): AsyncGenerator<readonly Recorded[], void, undefined> {
  for (let next = from; next < before; ) {
    const limit = Math.min(PIECE, before - next);
    const events = await store.readStream(stream, next, limit);
    if (events.length > 0) yield events;
    const last = events.at(-1);
    if (last === undefined || events.length < limit) return;
    next = last.revision + 1;
  }
}

/**
 * Computes the state of a stream, from the cached state and the newer events, or from all events if there is no cached
 * state. `before`: compute the state before the event with this revision. A caller that does this for one event after
 * another should pass its own function as `evolve`. Then it has its own cached state, which is not ahead of the event.
 * @throws StoreUnavailable
 */
export async function foldStream<State, E extends EventShape>(
  store: Reading,
  decider: Folding<State, E>,
  stream: string,
  before = Number.POSITIVE_INFINITY,
): Promise<Fold<State>> {
  // A cached state is given only to the function that made it.
  const kept = store.folds?.get(stream, decider.evolve) as Fold<State> | undefined;
  const isAhead = (kept?.last?.revision ?? -1) >= before;
  const continued = kept && !isAhead ? await continueFold(store, decider, stream, kept, before) : null;
  if (kept && !isAhead && continued === null) store.folds?.drop(stream, decider.evolve);
  const fold = continued ?? (await foldFrom(store, decider, stream, beginningOf(decider), before));
  keepFold(store, decider, stream, fold);
  return fold;
}

/** Caches a state for the next command, if the store has a cache. */
export function keepFold<State, E extends EventShape>(
  { folds }: Pick<EventStore, 'folds'>,
  { evolve }: Folding<State, E>,
  stream: string,
  fold: Fold<State>,
): void {
  folds?.keep(stream, evolve, fold);
}

/** The state of a stream that does not exist yet. */
export const beginningOf = <State>({ initial }: { readonly initial: State }): Fold<State> => ({ state: initial, last: null });

/** The state after these events. */
export function foldOver<State, E extends EventShape>(
  { evolve }: Folding<State, E>,
  fold: Fold<State>,
  events: readonly Recorded[],
): Fold<State> {
  const newest = events.at(-1);
  if (newest === undefined) return fold;
  const last = { revision: newest.revision, hash: newest.metadata.hash };
  return { state: asTheirs<E>(events).reduce(evolve, fold.state), last };
}

/** The revision that an append after this state expects. */
export const expectedAfter = ({ last }: Fold<unknown>): Expected => last ?? 'no_stream';

async function foldFrom<State, E extends EventShape>(
  store: Reading,
  decider: Folding<State, E>,
  stream: string,
  start: Fold<State>,
  before: number,
): Promise<Fold<State>> {
  let fold = start;
  const from = (start.last?.revision ?? -1) + 1;
  for await (const events of inPieces(store, stream, { from, before })) fold = foldOver(decider, fold, events);
  return fold;
}

/**
 * The state with all newer events. The last event that it includes is read again. Null: that event is missing in the log
 * or is another one, so this is not the log that was folded (for example, it was restored from a backup).
 */
async function continueFold<State, E extends EventShape>(
  store: Reading,
  decider: Folding<State, E>,
  stream: string,
  fold: Fold<State>,
  before: number,
): Promise<Fold<State> | null> {
  if (fold.last === null) return null;
  const limit = Math.min(PIECE, before - fold.last.revision);
  const [known, ...fresh] = await store.readStream(stream, fold.last.revision, limit);
  if (known?.metadata.hash !== fold.last.hash) return null;
  const continued = foldOver(decider, fold, fresh);
  return fresh.length + 1 < limit ? continued : foldFrom(store, decider, stream, continued, before);
}

/** Selects the events that the caller needs. Of a long stream, only these are in memory at the same time. */
export interface Wanted<E extends EventShape> extends Stretch {
  readonly only?: (event: RecordedOf<E>) => boolean;
}

type Typed<State, E extends EventShape> = Pick<Decider<State, never, E>, 'initial' | 'evolve'>;

/** A stream's events, oldest first, with the types of its decider. @throws StoreUnavailable */
export async function readEvents<State, E extends EventShape>(
  store: Pick<EventStore, 'readStream'>,
  _decider: Typed<State, E>,
  stream: string,
  { only = () => true, ...stretch }: Wanted<E> = {},
): Promise<readonly RecordedOf<E>[]> {
  const found: RecordedOf<E>[] = [];
  for await (const events of inPieces(store, stream, stretch)) found.push(...asTheirs<E>(events).filter(only));
  return found;
}

/** The state of a stream after its last event. @throws StoreUnavailable */
export async function readState<State, E extends EventShape>(
  store: Pick<EventStore, 'readStream' | 'folds'>,
  decider: Typed<State, E>,
  stream: string,
): Promise<State> {
  return (await foldStream(store, decider, stream)).state;
}

import type { Decider } from './decider.ts';
import type { EventShape, Recorded, RecordedOf } from './event.ts';
import type { EventStore, Expected, Fold } from './event-store.ts';

type Folding<State, E extends EventShape> = Pick<Decider<State, never, E>, 'initial' | 'evolve'>;
type Reading = Pick<EventStore, 'readStream' | 'folds'>;

/** Events that are read at a time: with texts of 10 kB this takes some milliseconds. */
export const PIECE = 50;

/** From which revision on events are read, and before which one; left out: all of them. */
export interface Stretch {
  readonly from?: number;
  readonly before?: number;
}

/** Events of a stream with the types of the decider to which it belongs: nothing else is ever appended to the stream. */
const asTheirs = <E extends EventShape>(events: readonly Recorded[]) => events as readonly RecordedOf<E>[];

/** The events of a stream, oldest first, in pieces between which other work of the process has its turn. */
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
 * The state of a stream: of the kept fold and what came after it, or of all events if none is kept. `before`: as it was
 * before the event with this revision. Whoever asks for that event by event uses a function of its own as `evolve`, so
 * that it has a kept fold of its own, which is not ahead of it.
 * @throws StoreUnavailable
 */
export async function foldStream<State, E extends EventShape>(
  store: Reading,
  decider: Folding<State, E>,
  stream: string,
  before = Number.POSITIVE_INFINITY,
): Promise<Fold<State>> {
  // A kept fold is given only to the function that made it.
  const kept = store.folds?.get(stream, decider.evolve) as Fold<State> | undefined;
  const isAhead = (kept?.last?.revision ?? -1) >= before;
  const continued = kept && !isAhead ? await continueFold(store, decider, stream, kept, before) : null;
  if (kept && !isAhead && continued === null) store.folds?.drop(stream, decider.evolve);
  const fold = continued ?? (await foldFrom(store, decider, stream, { state: decider.initial, last: null }, before));
  keepFold(store, decider, stream, fold);
  return fold;
}

/** Keeps a fold for the next command, where the store keeps any. */
export function keepFold<State, E extends EventShape>(
  { folds }: Pick<EventStore, 'folds'>,
  { evolve }: Folding<State, E>,
  stream: string,
  fold: Fold<State>,
): void {
  folds?.keep(stream, evolve, fold);
}

/** The fold with these events, which follow it. */
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

/** What an append after this fold expects of the stream. */
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
 * The fold with what came after it. Its last event is read again, too. Null: that event is not in the log, or is another
 * one, so the log is not the one that was folded (it was restored from a backup, for example).
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

/** Which of a stream's events are wanted. Of a long stream only these are in memory at once. */
export interface Wanted<E extends EventShape> extends Stretch {
  readonly only?: (event: RecordedOf<E>) => boolean;
}

type Typed<State, E extends EventShape> = Pick<Decider<State, never, E>, 'initial' | 'evolve'>;

/** A stream's events, oldest first, with the types of the decider to which the stream belongs. @throws StoreUnavailable */
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

/** The state in which a stream's events leave it. @throws StoreUnavailable */
export async function readState<State, E extends EventShape>(
  store: Pick<EventStore, 'readStream' | 'folds'>,
  decider: Typed<State, E>,
  stream: string,
): Promise<State> {
  return (await foldStream(store, decider, stream)).state;
}

import type { Decider } from './decider.ts';
import type { EventShape, RecordedOf } from './event.ts';
import type { EventStore } from './event-store.ts';
import { foldStream, inPieces, type Stretch } from './fold-stream.ts';

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
  for await (const events of inPieces(store, stream, stretch)) found.push(...(events as readonly RecordedOf<E>[]).filter(only));
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

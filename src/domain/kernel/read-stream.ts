import type { Decider } from './decider.ts';
import type { EventShape, RecordedOf } from './event.ts';
import type { EventStore } from './event-store.ts';

type Reading = Pick<EventStore, 'readStream'>;
type Typed<State, E extends EventShape> = Pick<Decider<State, never, E>, 'initial' | 'evolve'>;

/** A stream's events, oldest first, with the types of the decider to which the stream belongs. @throws StoreUnavailable */
export async function readEvents<State, E extends EventShape>(
  store: Reading,
  _decider: Typed<State, E>,
  stream: string,
): Promise<readonly RecordedOf<E>[]> {
  return (await store.readStream(stream)) as readonly RecordedOf<E>[];
}

/** The state in which a stream's events leave it. @throws StoreUnavailable */
export async function readState<State, E extends EventShape>(store: Reading, decider: Typed<State, E>, stream: string): Promise<State> {
  return (await readEvents(store, decider, stream)).reduce(decider.evolve, decider.initial);
}

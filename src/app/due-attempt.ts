import type { Decider } from '../domain/kernel/decider.ts';
import type { EventShape } from '../domain/kernel/event.ts';
import type { Fold } from '../domain/kernel/event-store.ts';
import { beginningOf, foldOver, readEvents } from '../domain/kernel/fold-stream.ts';
import type { App } from './app.ts';

interface WithAttempts {
  readonly status: string;
}
type Waiting = WithAttempts & { readonly status: 'waiting'; readonly next_attempt_at: string };

export interface DueAttempt<State extends WithAttempts> {
  readonly id: string;
  readonly state: Extract<State, Waiting>;
  /** The last event of its stream; undefined: the stream has to be read before it is written. */
  readonly last: Fold<State>['last'] | undefined;
  /** The event that requested it, and the correlation id of that event. */
  readonly causationId: string | null;
  readonly correlationId: string;
}

/** The aggregate `id` if its next attempt is due at `now`, read from the log. Null: it has ended, or the attempt is not due yet. */
export async function dueAttempt<State extends WithAttempts, E extends EventShape>(
  { store }: Pick<App, 'store'>,
  decider: Pick<Decider<State, never, E>, 'initial' | 'evolve'>,
  { id, stream }: { readonly id: string; readonly stream: string },
  now: string,
): Promise<DueAttempt<State> | null> {
  const past = await readEvents(store, decider, stream);
  const { state, last } = foldOver(decider, beginningOf(decider), past);
  if (!isWaiting(state) || state.next_attempt_at > now) return null;
  const [first] = past;
  return { id, state, last, causationId: first?.id ?? null, correlationId: first?.metadata.correlation_id ?? id };
}

const isWaiting = <State extends WithAttempts>(state: State): state is Extract<State, Waiting> => state.status === 'waiting';

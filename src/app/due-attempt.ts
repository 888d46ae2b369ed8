import type { Decider } from '../domain/kernel/decider.ts';
import type { EventShape } from '../domain/kernel/event.ts';
import { readEvents } from '../domain/kernel/read-stream.ts';
import type { App } from './app.ts';

/** What waits for its next attempt: a delivery, a review. */
interface WithAttempts {
  readonly status: string;
}
type Waiting = WithAttempts & { readonly status: 'waiting'; readonly next_attempt_at: string };

/** Something of which an attempt is due. */
export interface DueAttempt<State extends WithAttempts> {
  readonly id: string;
  readonly state: Extract<State, Waiting>;
  /** The event by which it was asked for, and what that was part of. */
  readonly causationId: string | null;
  readonly correlationId: string;
}

/** What is due at `now` of the aggregate `id`, from its stream in the log. Null: it is over, or its time has not come. */
export async function dueAttempt<State extends WithAttempts, E extends EventShape>(
  { store }: Pick<App, 'store'>,
  decider: Pick<Decider<State, never, E>, 'initial' | 'evolve'>,
  { id, stream }: { readonly id: string; readonly stream: string },
  now: string,
): Promise<DueAttempt<State> | null> {
  const past = await readEvents(store, decider, stream);
  const state = past.reduce(decider.evolve, decider.initial);
  if (!isWaiting(state) || state.next_attempt_at > now) return null;
  const [first] = past;
  return { id, state, causationId: first?.id ?? null, correlationId: first?.metadata.correlation_id ?? id };
}

const isWaiting = <State extends WithAttempts>(state: State): state is Extract<State, Waiting> => state.status === 'waiting';

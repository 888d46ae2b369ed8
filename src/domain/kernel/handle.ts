import type { Decider } from './decider.ts';
import type { Actor, Decided, EventShape, NewEvent, Position, Recorded } from './event.ts';
import { type EventStore, type Fold, WrongExpectedRevision } from './event-store.ts';
import { expectedAfter, foldOver, foldStream, keepFold } from './fold-stream.ts';

/** Who sends a command and why. Every event that it gives carries the same. */
export interface Context {
  readonly owner: string | null;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string | null;
}

export interface Handled<State> {
  readonly state: State;
  /** Nothing appended: an empty list, and the position is null. */
  readonly events: readonly Recorded[];
  readonly position: Position | null;
}

export interface Handling {
  readonly store: EventStore;
  /** The program's one clock: gives RFC 3339 in UTC, with milliseconds. */
  readonly clock: { now(): string };
  /** A new UUID for event number `index` of this command; deterministic where the command must be repeatable. */
  readonly newId: (index: number) => string;
  /** Is called with the outcome of each command, for metrics: the number of its events, or its error. It must not throw. */
  readonly onCommand?: CommandObserver;
  /** The stream's id was made just now, so nothing is read. If the stream is there all the same, it is read before the second attempt. */
  readonly isNew?: boolean;
}

export type CommandObserver = (stream: string, command: unknown, became: { readonly events: number } | { readonly error: unknown }) => void;

const ATTEMPTS = 20;

/** Loads the state, decides and appends. When another append was faster, it loads and decides again on the newest state. */
export async function handle<State, Command, E extends EventShape>(
  handling: Handling,
  decider: Decider<State, Command, E>,
  stream: string,
  command: Command,
  context: Context,
): Promise<Handled<State>> {
  try {
    const handled = await carryOut(handling, decider, stream, command, context);
    handling.onCommand?.(stream, command, { events: handled.events.length });
    return handled;
  } catch (error) {
    handling.onCommand?.(stream, command, { error });
    throw error;
  }
}

async function carryOut<State, Command, E extends EventShape>(
  { store, clock, newId, isNew = false }: Handling,
  decider: Decider<State, Command, E>,
  stream: string,
  command: Command,
  context: Context,
): Promise<Handled<State>> {
  for (let attempt = 1; ; attempt += 1) {
    const isUnread = isNew && attempt === 1;
    const fold: Fold<State> = isUnread ? { state: decider.initial, last: null } : await foldStream(store, decider, stream);
    const { state } = fold;
    const decided = decider.decide(command, state);
    if (decided.length === 0) return { state, events: [], position: null };
    try {
      const now = clock.now();
      const events = decided.map((event, index) => toNew(event, newId(index), now, context));
      const appended = await store.append(stream, expectedAfter(fold), events);
      const next = foldOver(decider, fold, appended.events);
      keepFold(store, decider, stream, next);
      return { state: next.state, events: appended.events, position: appended.position };
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || attempt === ATTEMPTS) throw error;
    }
  }
}

function toNew<E extends EventShape>(event: Decided<E>, id: string, now: string, context: Context): NewEvent {
  return {
    id,
    type: event.type,
    data: event.data,
    private: event.private ?? null,
    metadata: {
      owner: context.owner,
      actor: event.by ?? context.actor,
      correlation_id: context.correlationId,
      causation_id: context.causationId,
      at: event.at ?? now,
    },
  };
}

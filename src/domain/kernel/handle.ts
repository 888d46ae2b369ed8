import type { Decider } from './decider.ts';
import type { Actor, Decided, EventShape, NewEvent, Position, Recorded } from './event.ts';
import { type EventStore, type Fold, WrongExpectedRevision } from './event-store.ts';
import { beginningOf, expectedAfter, foldOver, foldStream, keepFold } from './fold-stream.ts';

/** Who sent a command and why. Every event of the command carries these values. */
export interface Context {
  readonly owner: string | null;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string | null;
}

export interface Handled<State> {
  readonly state: State;
  /** `events` is empty and `position` is null if nothing was appended. */
  readonly events: readonly Recorded[];
  readonly position: Position | null;
}

export interface Handling {
  readonly store: EventStore;
  /** The program's only clock: RFC 3339 in UTC, with milliseconds. */
  readonly clock: { now(): string };
  /** Returns the UUID of event number `index` of this command. It must be deterministic if the command can be repeated. */
  readonly newId: (index: number) => string;
  /** Called after each command, for metrics: with the number of its events, or with its error. It must not throw. */
  readonly onCommand?: CommandObserver;
  /**
   * The stream's id was created just now, so the stream is expected to be empty and is not read. If it exists
   * nevertheless, it is read before the second attempt.
   */
  readonly isNew?: boolean;
}

export type CommandObserver = (stream: string, command: unknown, became: { readonly events: number } | { readonly error: unknown }) => void;

const ATTEMPTS = 20;

/**
 * Loads the state, decides and appends. If somebody else appended in the meantime, it loads the newest state and decides
 * again. `guess`: the state that the stream probably has, because the caller has just read or written it, or because it should not exist yet
 * (`beginningOf`). If events follow from it, they are appended without reading the stream first. If the guess was wrong, the log refuses them.
 */
export async function handle<State, Command, E extends EventShape>(
  handling: Handling,
  decider: Decider<State, Command, E>,
  stream: string,
  command: Command,
  context: Context,
  guess?: Fold<State>,
): Promise<Handled<State>> {
  try {
    const handled = await carryOut(handling, decider, stream, command, context, guess);
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
  guess?: Fold<State>,
): Promise<Handled<State>> {
  // Only an append finds out whether a guess is right. A guess that leads to none would be believed.
  const usable = guess && leadsToEvents(decider, command, guess.state) ? guess : undefined;
  const unread = isNew ? beginningOf(decider) : usable;
  for (let attempt = 1; ; attempt += 1) {
    const fold: Fold<State> = (attempt === 1 && unread) || (await foldStream(store, decider, stream));
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

function leadsToEvents<State, Command, E extends EventShape>(
  { decide }: Pick<Decider<State, Command, E>, 'decide'>,
  command: Command,
  state: State,
): boolean {
  try {
    return decide(command, state).length > 0;
  } catch {
    return false;
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

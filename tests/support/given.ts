import { expect } from 'vitest';
import { type Decider, RuleViolation } from '../../src/domain/kernel/decider.ts';
import type { Actor, Decided, EventShape, JsonObject, Recorded, RecordedOf, Sealed } from '../../src/domain/kernel/event.ts';
import { catalogueOf, type EventCatalogue, faultOf } from '../../src/domain/kernel/event-catalogue.ts';
import type { EventStore } from '../../src/domain/kernel/event-store.ts';
import { createKeptFolds, type KeptFoldsOptions } from '../../src/store/event-log/kept-folds.ts';

/** Makes a value unchangeable throughout, maps and sets included, so that a fold that changes its state fails. */
export function frozen<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    for (const name of ['set', 'add', 'delete', 'clear'])
      if ((next instanceof Map || next instanceof Set) && name in next) Object.defineProperty(next, name, { value: refuse });
    open.push(...(next instanceof Map ? [...next.values()] : Object.values(next)));
    Object.freeze(next);
  }
  return value;
}

function refuse(): never {
  throw new TypeError('A state is never changed.');
}

/** The past of one stream, as a decider sees it; the personal parts are 'sealed' as readable JSON. */
export interface Scenario<State, Command, E extends EventShape> {
  readonly past: readonly RecordedOf<E>[];
  readonly state: State;
  /** The events that the last command gave. */
  readonly fresh: readonly RecordedOf<E>[];
  when(command: Command): Scenario<State, Command, E>;
  /**
   * The last command gave these events and no others, in this order, with exactly these data and this personal part. `at` and `by` are
   * compared where they are given.
   */
  gives(...expected: readonly Decided<E>[]): Scenario<State, Command, E>;
  /** The command is refused with this code; nothing is added. */
  refuses(command: Command, code: string): RuleViolation;
}

export interface StreamInfo {
  readonly stream: string;
  readonly owner: string;
  readonly actor?: Actor;
  /** The id of the event that caused these; left out: none. */
  readonly cause?: string;
}

export function given<State, Command, E extends EventShape>(
  decider: Decider<State, Command, E>,
  info: StreamInfo,
  past: readonly RecordedOf<E>[] = [],
  fresh: readonly RecordedOf<E>[] = [],
): Scenario<State, Command, E> {
  return scenarioOf(decider, info, past, folded(decider, frozen(decider.initial), past), fresh);
}

const folded = <State, E extends EventShape>(
  decider: Pick<Decider<State, never, E>, 'evolve'>,
  state: State,
  events: readonly RecordedOf<E>[],
): State => events.reduce((before, event) => frozen(decider.evolve(before, event)), state);

/** `state` is what the past gives: to fold it all again after each command takes most of the time of a long story. */
function scenarioOf<State, Command, E extends EventShape>(
  decider: Decider<State, Command, E>,
  info: StreamInfo,
  past: readonly RecordedOf<E>[],
  state: State,
  fresh: readonly RecordedOf<E>[],
): Scenario<State, Command, E> {
  const scenario: Scenario<State, Command, E> = {
    past,
    state,
    fresh,
    when(command) {
      const decided = decider.decide(command, state);
      for (const event of decided) expectDeclared(decider, event);
      const events = decided.map((event, index) => record(event, past.length + index, info));
      return scenarioOf(decider, info, [...past, ...events], folded(decider, state, events), events);
    },
    gives(...expected) {
      expect(fresh.map((event, index) => shownLike(event, expected[index]))).toEqual(expected);
      return scenario;
    },
    refuses: (command, code) => refusal(() => decider.decide(command, state), code),
  };
  return scenario;
}

/** As much of an event as an expectation says, so that the two can be compared. */
function shownLike<E extends EventShape>(event: RecordedOf<E>, expected: Decided<E> | undefined): unknown {
  const { type, data, metadata } = event;
  return {
    type,
    data,
    ...(event.private !== null && { private: JSON.parse(event.private.slice(`v1.${event.id}.`.length)) }),
    ...(expected?.at !== undefined && { at: metadata.at }),
    ...(expected?.by !== undefined && { by: metadata.actor }),
  };
}

const catalogues = new WeakMap<object, EventCatalogue>();

/** Checks that a decider gives only events that it declares, and as their definitions say. */
function expectDeclared<E extends EventShape>({ events }: Pick<Decider<unknown, unknown, E>, 'events'>, event: Decided<E>): void {
  const stored = JSON.parse(JSON.stringify({ data: event.data, private: event.private ?? null })) as {
    data: JsonObject;
    private: JsonObject;
  };
  const catalogue = catalogues.get(events) ?? catalogueOf(events);
  catalogues.set(events, catalogue);
  const fault = faultOf(catalogue, { type: event.type, data: stored.data }, stored.private);
  if (fault !== null) throw new Error(`The decider gave a ${event.type} that is not as it is declared: ${fault}.`);
}

function refusal(act: () => unknown, code: string): RuleViolation {
  try {
    act();
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
    expect(error.code).toBe(code);
    return error;
  }
  throw new Error(`Expected a refusal with ${code}, but nothing was refused.`);
}

export function record<E extends EventShape>(
  event: Decided<E>,
  revision: number,
  { stream, owner, actor, cause }: StreamInfo,
): RecordedOf<E> {
  const id = `${stream}@${revision}`;
  const at = event.at ?? '2000-01-01T00:00:00.000Z';
  return {
    id,
    stream,
    revision,
    position: String(revision).padStart(20, '0'),
    type: event.type,
    data: event.data,
    private: event.private ? (`v1.${id}.${JSON.stringify(event.private)}` as Sealed) : null,
    metadata: {
      owner,
      actor: event.by ?? actor ?? { kind: 'user', id: owner },
      correlation_id: id,
      causation_id: cause ?? null,
      at,
      recorded_at: at,
      schema_version: 1,
      previous_hash: null,
      hash: id,
    },
  } as unknown as RecordedOf<E>;
}

/** One stream in memory, as a process with folds of its own reads it. `read`: how many events each read gave. */
export interface StreamReader extends Pick<EventStore, 'readStream'>, Required<Pick<EventStore, 'folds'>> {
  readonly read: number[];
}

/** A process that reads the stream. `events` can grow, or be replaced as a whole, while it does. */
export function readerOf(events: readonly Recorded[], options: KeptFoldsOptions = { long: 1 }): StreamReader {
  const read: number[] = [];
  return {
    read,
    folds: createKeptFolds(options),
    async readStream(_stream, from = 0, limit = Number.POSITIVE_INFINITY) {
      const found = events.filter(({ revision }) => revision >= from).slice(0, limit);
      read.push(found.length);
      return found;
    },
  };
}

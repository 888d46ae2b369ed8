import type { Decided, EventShape, RecordedOf } from './event.ts';

/**
 * Three pure functions. `evolve` is total and never throws; `decide` gives events (an empty list:
 * nothing to do) or throws a RuleViolation.
 */
export interface Decider<State, Command, E extends EventShape> {
  readonly initial: State;
  readonly evolve: (state: State, event: RecordedOf<E>) => State;
  readonly decide: (command: Command, state: State) => readonly Decided<E>[];
}

/** A refusal by a rule of the domain. `code` is stable; http maps it to a status, the domain knows none. */
export class RuleViolation extends Error {
  override readonly name = 'RuleViolation';
  readonly code: string;
  /** For refusals that belong to fields: sentences by field name. */
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
  constructor(code: string, message: string, fields?: Readonly<Record<string, readonly string[]>>) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

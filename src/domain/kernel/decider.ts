import type { EventDefinition } from './define-event.ts';
import type { Decided, EventShape, RecordedOf } from './event.ts';

/**
 * The rules of an aggregate as pure functions. `evolve` accepts every event and never throws. `decide` returns events (an
 * empty list: there is nothing to do) or throws a RuleViolation.
 */
export interface Decider<State, Command, E extends EventShape> {
  /** Definitions of all events that `decide` can return, and that the stream can contain. */
  readonly events: readonly EventDefinition<E>[];
  readonly initial: State;
  readonly evolve: (state: State, event: RecordedOf<E>) => State;
  readonly decide: (command: Command, state: State) => readonly Decided<E>[];
}

/**
 * The codes with which a rule of the domain refuses a command. The API sends them, so a new code must be added to
 * `src/contracts/refusals.ts`, too.
 */
export type RuleCode =
  | 'not_found'
  | 'validation_failed'
  | 'precondition_failed'
  | 'conflict'
  | 'email_not_confirmed'
  | 'premium_required'
  | 'deadline_passed'
  | 'archived'
  | 'still_open'
  | 'children_open'
  | 'nothing_to_undo'
  | 'not_accepted'
  | 'in_review'
  | 'already_verified'
  | 'proof_late'
  | 'limit_reached'
  | 'quota_exceeded'
  | 'rate_limited'
  | 'trial_used'
  | 'payment_failed'
  | 'ai_allowance';

/** A rule of the domain refused the command. `code` never changes its meaning. The HTTP layer chooses the status for it. */
export class RuleViolation extends Error {
  override readonly name = 'RuleViolation';
  readonly code: RuleCode;
  /** Sentences by field name, if the refusal is about fields. */
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
  /** For `rate_limited` and `ai_allowance`: the number of seconds after which the caller can try again. */
  readonly retryAfter: number | undefined;
  /** Further members of the answer. */
  readonly members: Readonly<Record<string, unknown>> | undefined;
  constructor(
    code: RuleCode,
    message: string,
    fields?: Readonly<Record<string, readonly string[]>>,
    retryAfter?: number,
    members?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.members = members;
  }
}

/**
 * A service that the program needs gives no usable answer. The request itself is correct, and may succeed later. Each
 * service has its own subclass. The API answers 503 `unavailable`.
 */
export abstract class ServiceUnavailable extends Error {
  /** What the client is told. The error's own message may be meant for the operator only. */
  abstract readonly detail: string;
  /** The number of seconds after which another attempt is reasonable. */
  abstract readonly retryAfter: number;
}

/** The `code` of an error from Node or a library, for example `ENOENT`; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

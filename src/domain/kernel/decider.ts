import type { EventDefinition } from './define-event.ts';
import type { Decided, EventShape, RecordedOf } from './event.ts';

/**
 * The rules of an aggregate as pure functions. `evolve` is total and never throws. `decide` gives events (an empty
 * list: nothing to do) or throws a RuleViolation.
 */
export interface Decider<State, Command, E extends EventShape> {
  /** Definitions of all events that it can give, and that its stream can hold. */
  readonly events: readonly EventDefinition<E>[];
  readonly initial: State;
  readonly evolve: (state: State, event: RecordedOf<E>) => State;
  readonly decide: (command: Command, state: State) => readonly Decided<E>[];
}

/** The codes with which a rule of the domain refuses. A new one is a code of the wire too (`src/contracts/refusals.ts`). */
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

/** A refusal by a rule of the domain. `code` is stable. The HTTP layer maps it to a status. */
export class RuleViolation extends Error {
  override readonly name = 'RuleViolation';
  readonly code: RuleCode;
  /** For refusals that belong to fields: sentences by field name. */
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
  /** For `rate_limited` and `ai_allowance`: after how many seconds the same may be tried again. */
  readonly retryAfter: number | undefined;
  /** Members that the answer has besides, for a client. */
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
 * A service that the program needs gives no answer that can be used. Nothing is wrong with the request, and the same may succeed
 * later. Each service has its own subclass. Wire: 503 `unavailable`.
 */
export abstract class ServiceUnavailable extends Error {
  /** What a client is told. The error's own message may be for the operator only. */
  abstract readonly detail: string;
  /** After so many seconds it is worth trying again. */
  abstract readonly retryAfter: number;
}

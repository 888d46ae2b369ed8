import { type Decider, RuleViolation } from '../kernel/decider.ts';
import type { Decided, Sealed } from '../kernel/event.ts';
import { type AttemptTexts, CODE_EVENTS, type CodeEvent, type QuestionTexts, type RecordedCodeEvent } from './events.ts';
import { hasPassedAll, MOST_ATTEMPTS, MOST_EDITS } from './rules.ts';

export interface CodeTaskState {
  /** Null: there is no such code task, or the owner removed it. */
  readonly owner: string | null;
  readonly task_id: string;
  readonly stated: boolean;
  readonly pasted: boolean;
  readonly kind: 'function' | 'stdio';
  readonly examples: number;
  readonly found: number;
  /** How often the question was changed. An attempt belongs to the question as it was then. */
  readonly revision: number;
  readonly attempts: readonly string[];
  readonly completed: boolean;
  /** The sealed object that holds the texts of the question. */
  readonly texts: Sealed<QuestionTexts> | null;
  readonly version: number;
}

const initial: CodeTaskState = {
  owner: null,
  task_id: '',
  stated: false,
  pasted: false,
  kind: 'stdio',
  examples: 0,
  found: 0,
  revision: 0,
  attempts: [],
  completed: false,
  texts: null,
  version: 0,
};

function evolve(state: CodeTaskState, event: RecordedCodeEvent): CodeTaskState {
  const version = state.version + 1;
  switch (event.type) {
    case 'CodeTaskAdded': {
      if (state.version > 0) return state;
      const { task_id, kind, stated, pasted, examples, found } = event.data;
      return { ...initial, owner: event.metadata.owner, task_id, kind, stated, pasted, examples, found, texts: event.private, version };
    }
    case 'CodeTaskEdited': {
      const { kind, stated, pasted, examples, found } = event.data;
      return { ...state, kind, stated, pasted, examples, found, texts: event.private, revision: state.revision + 1, version };
    }
    case 'CodeTaskRemoved':
      return { ...state, owner: null, texts: null, version };
    case 'CodeAttempted': {
      const attempts = [...state.attempts, event.data.attempt_id];
      return { ...state, attempts, completed: state.completed || hasPassedAll(event.data), version };
    }
    default:
      return state;
  }
}

type DataOf<Type extends CodeEvent['type']> = Extract<CodeEvent, { readonly type: Type }>['data'];

interface Sent {
  readonly owner: string;
  readonly if_match: number | null;
  /** The revision of the question that the sender last read. An attempt belongs to the question as it was at this revision. */
  readonly revision: number;
}

export type CodeCommand =
  | { readonly type: 'Add'; readonly data: DataOf<'CodeTaskAdded'>; readonly texts: QuestionTexts }
  | (Sent & { readonly type: 'Edit'; readonly data: DataOf<'CodeTaskEdited'>; readonly texts: QuestionTexts })
  | (Omit<Sent, 'revision'> & { readonly type: 'Remove' })
  | (Sent & { readonly type: 'Attempt'; readonly data: Omit<DataOf<'CodeAttempted'>, 'task_id'>; readonly texts: AttemptTexts });

export const codeDecider: Decider<CodeTaskState, CodeCommand, CodeEvent> = { events: CODE_EVENTS, initial, evolve, decide };

function decide(command: CodeCommand, state: CodeTaskState): readonly Decided<CodeEvent>[] {
  if (command.type === 'Add') {
    return state.version === 0 ? [{ type: 'CodeTaskAdded', data: command.data, private: command.texts }] : [];
  }
  if (command.type === 'Attempt' && state.attempts.includes(command.data.attempt_id)) return [];
  checkSent(state, command);
  if (command.type === 'Remove') return [{ type: 'CodeTaskRemoved', data: { task_id: state.task_id } }];
  if (command.revision !== state.revision) throw new RuleViolation('conflict', 'The question was changed meanwhile. Read it again.');
  if (command.type === 'Edit') return [{ type: 'CodeTaskEdited', data: command.data, private: command.texts }];
  const data = { ...command.data, task_id: state.task_id };
  return [{ type: 'CodeAttempted', data, private: command.texts }];
}

/**
 * Refuses a command that the present state of the code task does not allow, whatever its content. Use cases call this before slow work.
 * @throws RuleViolation not_found, precondition_failed, conflict, limit_reached
 */
export function checkSent(
  state: CodeTaskState,
  { type, owner, if_match }: Pick<Sent, 'owner' | 'if_match'> & { type: 'Edit' | 'Remove' | 'Attempt' },
): void {
  if (state.owner === null || state.owner !== owner) throw new RuleViolation('not_found', 'There is no such coding question.');
  if (if_match !== null && if_match !== state.version)
    throw new RuleViolation('precondition_failed', 'This coding question has changed since you read it. Read it again.');
  if (type !== 'Attempt') {
    if (state.attempts.length > 0)
      throw new RuleViolation('conflict', 'Code was submitted for this question, so the question stays as it is.');
    if (type === 'Edit' && state.revision >= MOST_EDITS)
      throw new RuleViolation('limit_reached', `A question can be changed ${MOST_EDITS} times. Add it again to change it further.`);
    return;
  }
  if (!state.stated) throw new RuleViolation('conflict', 'This question has no statement yet. Paste it first.');
  if (state.attempts.length >= MOST_ATTEMPTS)
    throw new RuleViolation('limit_reached', `A question takes ${MOST_ATTEMPTS} attempts, and there are as many.`);
}

import type { Sealed } from '../kernel/sealed.ts';
import type { RecordedCodeEvent } from './events.ts';
import { hasPassedAll } from './rules.ts';

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
  readonly texts: Sealed | null;
  readonly version: number;
}

export const initial: CodeTaskState = {
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

export function evolve(state: CodeTaskState, event: RecordedCodeEvent): CodeTaskState {
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

import type { Decider } from '../kernel/decider.ts';
import { SOLUTION_EVENTS, type SolutionEvent } from './events.ts';

interface SolutionState {
  readonly isWritten: boolean;
}

interface WriteSolution {
  readonly type: 'Write';
  readonly data: SolutionEvent['data'];
  readonly texts: SolutionEvent['private'];
}

/** A question has one solution. A second one, from a request that ran at the same time, is ignored. */
export const solutionDecider: Decider<SolutionState, WriteSolution, SolutionEvent> = {
  events: SOLUTION_EVENTS,
  initial: { isWritten: false },
  evolve: () => ({ isWritten: true }),
  decide: ({ data, texts }, { isWritten }) =>
    isWritten ? [] : [{ type: 'SolutionWritten', data, private: texts, by: { kind: 'ai', id: data.model } }],
};

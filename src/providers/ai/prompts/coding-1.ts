import type { Prompt } from '../prompt.ts';
import { material1 } from './material-1.ts';

export const coding1: Prompt = {
  version: 'coding/1',
  task: `You review code that a person wrote to solve a problem. The part "statement" is the problem; without it, "task" and "requirement" say what was to be done. The part "code" is the solution, in the language of the part "language". The part "examples", where there is one, says how many examples it passed when it was run. Decide whether the code solves the problem. Read it with care, try small and extreme inputs in your mind, and do not trust its comments.`,
  material: material1,
  criteria: [
    {
      key: 'correctness',
      name: 'Correctness',
      about:
        'whether it gives the right result for all inputs that the statement allows, edge cases included. Code that only answers the known examples, or that inspects how it is tested, is wrong.',
    },
    {
      key: 'completeness',
      name: 'Completeness',
      about: 'whether all that the statement asks for is there, without gaps that are left for later.',
    },
    { key: 'efficiency', name: 'Efficiency', about: 'whether time and memory fit the bounds of the statement.' },
    { key: 'readability', name: 'Readability', about: 'whether names, structure and comments let another person follow it.' },
  ],
};

import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/define-event.ts';
import { defineStream } from '../kernel/define-stream.ts';
import type { RecordedOf } from '../kernel/event.ts';
import { id } from '../kernel/event-fields.ts';

const alternative = z.strictObject({
  title: z.string().describe('What it is called.'),
  language: z.string().describe('The language of the code.'),
  code: z.string().describe('The code.'),
  trade_offs: z.string().describe('What it gains and what it costs.'),
});

export const SolutionWritten = defineEvent({
  since: '0.1.0',
  history: null,
  webhook: false,
  type: 'SolutionWritten',
  startsStream: true,
  publicName: 'solution.written',
  label: 'Solution explained',
  meaning: 'An AI explained how a coding question is solved, and in what other ways. It is written once, and kept.',
  data: z.strictObject({
    solution_id: id.describe('The solution.'),
    code_task_id: id.describe('The coding question.'),
    model: z.string().describe('The model that wrote it.'),
    prompt_version: z.string().describe('The version of its instructions.'),
  }),
  private: z.strictObject({
    explanation: z.string().describe('How it is solved, as Markdown.'),
    complexity: z.string().describe('How much time and space it takes.'),
    alternatives: z.array(alternative).describe('Other ways to solve it.'),
  }),
  example: {
    data: {
      solution_id: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b08',
      code_task_id: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b03',
      model: 'openai/gpt-4o',
      prompt_version: 'solution/1',
    },
    private: { explanation: 'Keep the numbers seen so far in a map.', complexity: 'O(n) time, O(n) space.', alternatives: [] },
  },
});

/** There is one stream for each coding question whose owner requested a solution. */
export const SOLUTION_EVENTS = [SolutionWritten] as const;
export type SolutionEvent = EventOf<typeof SolutionWritten>;
export type RecordedSolutionEvent = RecordedOf<SolutionEvent>;
export const solutionStream = defineStream('solution');

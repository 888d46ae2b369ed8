import * as z from 'zod';
import { OUTPUT_BYTES } from '../../contracts/coding/printed.ts';
import type { Answer } from './job.ts';

const MESSAGE_LENGTH = 4_000;
/** The longest line that a child process may send: three texts of the allowed length, each character of which JSON may write as six. */
export const ANSWER_LENGTH = 2_097_152;

const text = z.string().max(OUTPUT_BYTES);
const answer = z.strictObject({
  ran: z.strictObject({
    value: text.nullable(),
    stdout: text,
    output: text,
    cut: z.boolean(),
    fault: z
      .strictObject({
        kind: z.enum(['error', 'timeout', 'memory']),
        // It quotes the code, whose names and lines can be long.
        message: z.string().transform((message) => message.slice(0, MESSAGE_LENGTH)),
      })
      .nullable(),
  }),
  ms: z.number().nonnegative(),
  isBroken: z.boolean(),
});

/**
 * Reads what a child process sent. Code that got out of its interpreter may write whatever it likes, so nothing is taken for
 * granted. @throws Error if it is not an answer
 */
export function readAnswer(line: string): Answer {
  return answer.parse(JSON.parse(line));
}

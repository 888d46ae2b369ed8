import { z } from 'zod';
import { task } from './task.ts';

const NEXT_CODES = ['focused', 'boxed', 'proof_ends', 'due_soon', 'due_today', 'due_later', 'undated', 'far'] as const;

const code = z.enum(NEXT_CODES).meta({
  description:
    'focused: the focus session under way is on it. boxed: its time box is now. proof_ends: its proof is to be given within 24 hours. due_soon: due within 2 hours. due_today, due_later: due today, or on the 7 dates after. undated: without a due date. far: due later.',
});

export const nextReply = z.object({
  task: task.nullable(),
  reason: z.object({ code, text: z.string() }).nullable(),
  others: z.array(z.object({ task_id: z.string(), code })).max(4),
});
export type NextReply = z.infer<typeof nextReply>;

import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/define-event.ts';
import { defineStream } from '../kernel/define-stream.ts';
import type { RecordedOf } from '../kernel/event.ts';
import { count, id } from '../kernel/event-fields.ts';

const criterion = z.strictObject({
  name: z.string().describe('What was scored.'),
  score: z.number().describe('From 0 to 100.'),
  comment: z.string().describe('Why.'),
});

export const DesignFeedbackGiven = defineEvent({
  since: '0.1.0',
  history: null,
  webhook: false,
  type: 'DesignFeedbackGiven',
  startsStream: true,
  publicName: 'design_feedback.given',
  label: 'Feedback on a design',
  meaning: 'An AI gave feedback on a design that was submitted, and asked questions about it. It judges no proof.',
  data: z.strictObject({
    feedback_id: id.describe('The feedback.'),
    task_id: id.describe('The task.'),
    submission_id: id.describe('The proof that holds the design.'),
    verdict: z.enum(['accepted', 'rejected', 'comment']).describe('What it says of the whole.'),
    score: count.nullable().describe('From 0 to 100.'),
    model: z.string().describe('The model that gave it.'),
    prompt_version: z.string().describe('The version of its instructions.'),
  }),
  private: z.strictObject({
    comment: z.string().describe('What is good, what is missing, and what to do next.'),
    criteria: z.array(criterion).describe('What was scored.'),
    questions: z.array(z.string()).describe('What an experienced engineer would ask next.'),
  }),
  example: {
    data: {
      feedback_id: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b09',
      task_id: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01',
      submission_id: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b02',
      verdict: 'accepted',
      score: 82,
      model: 'openai/gpt-4o',
      prompt_version: 'design-feedback/1',
    },
    private: { comment: 'It is sound.', criteria: [], questions: ['What happens when the cache is empty?'] },
  },
});

/** There is one stream for each proof with a design whose owner requested feedback. */
export const FEEDBACK_EVENTS = [DesignFeedbackGiven] as const;
export type FeedbackEvent = EventOf<typeof DesignFeedbackGiven>;
export type RecordedFeedbackEvent = RecordedOf<FeedbackEvent>;
export const feedbackStream = defineStream('design_feedback');

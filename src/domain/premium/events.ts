import { z } from 'zod';
import {
  count,
  type Described,
  defineEvent,
  defineStream,
  type EventOf,
  id,
  localDate,
  SEALED_EXAMPLE,
  sealed,
} from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

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

const common = { since: '0.1.0', history: 'account', webhook: false } as const;
const postText = z.strictObject({ text: z.string().describe('The text of the post.') });
export type PostText = Described<typeof postText>;
const EXAMPLE = { text: 'I kept 5 promises this week.' };

export const SocialPostDrafted = defineEvent({
  ...common,
  type: 'SocialPostDrafted',
  startsStream: true,
  publicName: 'social_post.drafted',
  label: 'Post drafted',
  meaning: "The owner has a post drafted from the record's own numbers. Nobody else can see it.",
  data: z.strictObject({
    about: z.enum(['week', 'streak', 'task']).describe('What it is about.'),
    task_id: id.nullable().describe('The task that it is about.'),
    kept: count.describe('How many promises were kept in the period.'),
    streak: count.describe('The streak, in days.'),
    from: localDate.describe('The first day of the period.'),
    to: localDate.describe('The last day of the period.'),
    image_id: id.nullable().describe('The file with its picture; null: there was no room for it.'),
    model: z.string().nullable().describe('The model that wrote it; null: a template.'),
    prompt_version: z.string().describe('The version of its instructions, or of the template.'),
  }),
  private: postText,
  example: {
    data: {
      about: 'week',
      task_id: null,
      kept: 5,
      streak: 12,
      from: '2026-11-16',
      to: '2026-11-22',
      image_id: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b0a',
      model: null,
      prompt_version: 'template/1',
    },
    private: EXAMPLE,
  },
  changes: (_, { private: text }) => ({ after: { status: 'draft' }, sealedAfter: { text } }),
});

export const SocialPostEdited = defineEvent({
  ...common,
  type: 'SocialPostEdited',
  publicName: 'social_post.edited',
  label: 'Post changed',
  meaning: 'The owner changed the text of a post. Where it is shared, its page shows the new text.',
  data: z.strictObject({ was: sealed<PostText>().describe('The text before.') }),
  private: postText,
  example: { data: { was: SEALED_EXAMPLE }, private: EXAMPLE },
  changes: ({ was }, { private: text }) => ({ sealedBefore: { text: was }, sealedAfter: { text } }),
});

export const SocialPostShared = defineEvent({
  ...common,
  type: 'SocialPostShared',
  publicName: 'social_post.shared',
  label: 'Post shared by a link',
  meaning: 'The owner made a public page of a post. Whoever has the link can see it.',
  data: z.strictObject({
    share: count.describe('How often it was shared before, and once more. Each time has a link of its own.'),
    share_hash: z.string().describe("The SHA-256 of the link's token, in lower-case hex."),
  }),
  example: { data: { share: 1, share_hash: '5f'.repeat(32) } },
  changes: () => ({ before: { status: 'draft' }, after: { status: 'shared' } }),
});

export const SocialPostTakenBack = defineEvent({
  ...common,
  type: 'SocialPostTakenBack',
  publicName: 'social_post.taken_back',
  label: 'Shared post taken back',
  meaning: 'The owner took the public page of a post back. Its link leads nowhere from then on.',
  data: z.strictObject({ share: count.describe('Which time it was shared.') }),
  example: { data: { share: 1 } },
  changes: () => ({ before: { status: 'shared' }, after: { status: 'draft' } }),
});

export const POST_EVENTS = [SocialPostDrafted, SocialPostEdited, SocialPostShared, SocialPostTakenBack] as const;
export type PostEvent = EventOf<(typeof POST_EVENTS)[number]>;
export type RecordedPostEvent = RecordedOf<PostEvent>;
export const postStream = defineStream('social_post');

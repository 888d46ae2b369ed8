import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/define-event.ts';
import { defineStream } from '../kernel/define-stream.ts';
import type { RecordedOf } from '../kernel/event.ts';
import { count, id, localDate, sealed } from '../kernel/event-fields.ts';
import type { Sealed } from '../kernel/sealed.ts';

const SEALED = 'v1.01936c5e-7d11-7c55-9a10-0f3c6a4c2b01.c2VhbGVk' as Sealed;
const common = { since: '0.1.0', history: 'account', webhook: false } as const;
const postText = z.strictObject({ text: z.string().describe('The text of the post.') });
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
  data: z.strictObject({ was: sealed.describe('The text before.') }),
  private: postText,
  example: { data: { was: SEALED }, private: EXAMPLE },
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

import { expect, test } from 'vitest';
import { type PostCommand, postDecider } from '../../../src/domain/post/decide.ts';
import { postStream } from '../../../src/domain/post/events.ts';
import { given } from '../../support/given.ts';

const FACTS = { about: 'week', task_id: null, kept: 5, streak: 0, from: '2026-11-16', to: '2026-11-22', image_id: null } as const;
const draft = { type: 'Draft', data: { ...FACTS, model: null, prompt_version: 'template/1' }, text: 'I kept 5 promises.' } as const;
const change = (more: Partial<Extract<PostCommand, { type: 'Change' }>>): PostCommand => ({
  type: 'Change',
  owner: 'u1',
  if_match: null,
  text: null,
  status: null,
  hashOf: (share) => `hash of ${share}`,
  ...more,
});
const drafted = given(postDecider, { stream: postStream('p1'), owner: 'u1' })
  .when(draft)
  .gives('SocialPostDrafted');

test('a post is drafted once', () => {
  drafted.when(draft).gives();
});

test('each time that it is shared has a link of its own', () => {
  const shared = drafted.when(change({ status: 'shared' })).gives('SocialPostShared');
  expect(shared.fresh[0]?.data).toEqual({ share: 1, share_hash: 'hash of 1' });
  shared.when(change({ status: 'shared' })).gives();
  const back = shared.when(change({ status: 'draft' })).gives('SocialPostTakenBack');
  back.when(change({ status: 'draft' })).gives();
  expect(back.when(change({ status: 'shared' })).fresh[0]?.data).toEqual({ share: 2, share_hash: 'hash of 2' });
});

test('text and status change together', () => {
  drafted.when(change({ text: 'Mine.', status: 'shared' })).gives('SocialPostEdited', 'SocialPostShared');
});

test('a post that is another’s, or was changed meanwhile, stays as it is', () => {
  drafted.refuses(change({ owner: 'u2' }), 'not_found');
  given(postDecider, { stream: postStream('p2'), owner: 'u1' }).refuses(change({}), 'not_found');
  drafted.when(change({ text: 'Mine.' })).refuses(change({ if_match: 0, text: 'Late.' }), 'precondition_failed');
});

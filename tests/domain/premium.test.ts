import { test } from 'vitest';
import type { Sealed } from '../../src/domain/kernel/event.ts';
import { type PostCommand, postDecider } from '../../src/domain/premium/decide.ts';
import { postStream } from '../../src/domain/premium/events.ts';
import { given } from '../support/given.ts';

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
const shared = (share: number) => ({ type: 'SocialPostShared', data: { share, share_hash: `hash of ${share}` } }) as const;
const drafted = given(postDecider, { stream: postStream('p1'), owner: 'u1' })
  .when(draft)
  .gives({ type: 'SocialPostDrafted', data: draft.data, private: { text: draft.text } });

test('a post is drafted once', () => {
  drafted.when(draft).gives();
});

test('a post gets a new link each time it is shared', () => {
  const first = drafted.when(change({ status: 'shared' })).gives(shared(1));
  first.when(change({ status: 'shared' })).gives();
  const back = first.when(change({ status: 'draft' })).gives({ type: 'SocialPostTakenBack', data: { share: 1 } });
  back.when(change({ status: 'draft' })).gives();
  back.when(change({ status: 'shared' })).gives(shared(2));
});

test('one event records a change of text and status', () => {
  const was = drafted.past[0]?.private as Sealed<never>;
  drafted
    .when(change({ text: 'Mine.', status: 'shared' }))
    .gives({ type: 'SocialPostEdited', data: { was }, private: { text: 'Mine.' } }, shared(1));
});

test('a change of another owner’s post, or of an outdated version, is refused', () => {
  drafted.refuses(change({ owner: 'u2' }), 'not_found');
  given(postDecider, { stream: postStream('p2'), owner: 'u1' }).refuses(change({}), 'not_found');
  drafted.when(change({ text: 'Mine.' })).refuses(change({ if_match: 0, text: 'Late.' }), 'precondition_failed');
});

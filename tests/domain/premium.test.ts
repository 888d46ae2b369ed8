import { expect, test } from 'vitest';
import type { Sealed } from '../../src/domain/kernel/event.ts';
import { feedbackDecider, type PostCommand, postDecider, solutionDecider } from '../../src/domain/premium/decide.ts';
import {
  DesignFeedbackGiven,
  type FeedbackEvent,
  postStream,
  type RecordedPostEvent,
  type SolutionEvent,
  SolutionWritten,
} from '../../src/domain/premium/events.ts';
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
  expect(drafted.refuses(change({ owner: 'u2' }), 'not_found').message).toBe('There is no such post.');
  given(postDecider, { stream: postStream('p2'), owner: 'u1' }).refuses(change({}), 'not_found');
  const changed = drafted.when(change({ text: 'Mine.' }));
  expect(changed.refuses(change({ if_match: 0, text: 'Late.' }), 'precondition_failed').message).toBe(
    'This post has changed since you read it. Read it again.',
  );
  expect(changed.when(change({ if_match: 1, text: 'In time.' })).fresh).toHaveLength(1);
});

test('the state of a post has its text, and the number of its last link', () => {
  const first = drafted.when(change({ text: 'Mine.', status: 'shared' }));
  expect(first.state).toEqual({ status: 'shared', owner: 'u1', text: first.fresh[0]?.private, shares: 1, version: 2 });
  expect(first.when(change({ status: 'draft' })).state).toMatchObject({ status: 'draft', shares: 1, version: 3 });
});

test('a post has a state only after it was drafted, and only if it has an owner', () => {
  const { evolve, initial } = postDecider;
  const [first] = drafted.past as [RecordedPostEvent];
  expect(evolve(initial, { ...first, metadata: { ...first.metadata, owner: null } })).toEqual({ status: 'none' });
  const [edited] = drafted.when(change({ text: 'Mine.' })).fresh as [RecordedPostEvent];
  expect(evolve(initial, edited)).toEqual({ status: 'none' });
});

test('a post whose text is gone can still be shared, but not edited', () => {
  const gone = drafted.past.map((event) => ({ ...event, private: null }));
  given(postDecider, { stream: postStream('p1'), owner: 'u1' }, gone as never)
    .when(change({ text: 'Mine.', status: 'shared' }))
    .gives(shared(1));
});

test('a solution is written once, by the model', () => {
  const { data, private: texts } = SolutionWritten.example as unknown as Pick<SolutionEvent, 'data' | 'private'>;
  given(solutionDecider, { stream: 'solution-c1', owner: 'u1' })
    .when({ type: 'Write', data, texts })
    .gives({ type: 'SolutionWritten', data, private: texts, by: { kind: 'ai', id: data.model } })
    .when({ type: 'Write', data, texts })
    .gives();
});

test('feedback on a design is given once, by the model', () => {
  const { data, private: texts } = DesignFeedbackGiven.example as unknown as Pick<FeedbackEvent, 'data' | 'private'>;
  given(feedbackDecider, { stream: 'design_feedback-s1', owner: 'u1' })
    .when({ type: 'Give', data, texts })
    .gives({ type: 'DesignFeedbackGiven', data, private: texts, by: { kind: 'ai', id: data.model } })
    .when({ type: 'Give', data, texts })
    .gives();
});

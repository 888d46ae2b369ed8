import { expect, test } from 'vitest';
import { reviewStream } from '../../../src/domain/proof/review-events.ts';
import { isExhausted, reviewDecider } from '../../../src/domain/proof/review-request.ts';
import { given } from '../../support/given.ts';

const NOON = '2026-11-20T12:00:00.000Z';
const what = { task_id: 't1', submission_id: 's1' };
const asked = given(reviewDecider, { stream: reviewStream('r1'), owner: 'u1' }).when({ type: 'Request', what, at: NOON });
const begin = (now: string) => ({ type: 'Begin', now, claimMs: 60_000 }) as const;

test('is requested once', () => {
  asked.gives({ type: 'ReviewRequested', data: what, at: NOON }).when({ type: 'Request', what, at: NOON }).gives();
});

test('is claimed by one worker, and again only when the claim is over', () => {
  const begun = asked.when(begin(NOON)).gives({ type: 'ReviewBegun', data: { attempt: 1, until: '2026-11-20T12:01:00.000Z' } });
  begun.when(begin('2026-11-20T12:00:59.999Z')).gives();
  begun.when(begin('2026-11-20T12:01:00.000Z')).gives({ type: 'ReviewBegun', data: { attempt: 2, until: '2026-11-20T12:03:00.000Z' } });
});

test('is not claimed before its time', () => {
  asked.when(begin('2026-11-20T11:59:59.999Z')).gives();
});

test('gives each attempt twice as long as the one before, and stops after the eighth', () => {
  let story = asked;
  const untils: string[] = [];
  for (let now = NOON; ; ) {
    const next = story.when(begin(now));
    const [begun] = next.fresh;
    if (begun?.type !== 'ReviewBegun') break;
    now = begun.data.until;
    untils.push(now.slice(11, 16));
    story = next;
  }
  expect(untils).toEqual(['12:01', '12:03', '12:07', '12:15', '12:31', '13:03', '14:07', '16:15']);
  expect(story.state.status === 'waiting' && isExhausted(story.state)).toBe(true);
});

test('changes nothing after it has ended', () => {
  const ended = asked
    .when(begin(NOON))
    .when({ type: 'End', outcome: 'answered' })
    .gives({ type: 'ReviewEnded', data: { outcome: 'answered' } });
  ended.when({ type: 'End', outcome: 'overtaken' }).gives();
  ended.when(begin('2026-11-21T12:00:00.000Z')).gives();
});

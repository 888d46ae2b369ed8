import { describe, expect, test, vi } from 'vitest';
import type { Submission } from '../../src/ports/reviewer.ts';
import * as ai from '../servers/openai.ts';
import { BY_OPERATOR, GOOD, KEY, reviewerAt, serversOfTest } from '../support/reviewer.ts';
import { EMAIL, GENERAL } from '../support/submissions.ts';

const serve = serversOfTest();

describe('the rubric reviews, and says why,', () => {
  const WRONG: readonly (readonly [string, unknown])[] = [
    ['text', 'accepted'],
    ['a list', [GOOD]],
    ['two answers, of which one may be copied', `${JSON.stringify(GOOD)}\n${JSON.stringify(GOOD)}`],
    ['an answer among thoughts alone', `<think>${JSON.stringify(GOOD)}</think> I accept it.`],
    ['a missing criterion', { ...GOOD, criteria: { requirement: GOOD.criteria.requirement } }],
    ['a criterion too many', { ...GOOD, criteria: { ...GOOD.criteria, luck: { score: 1, comment: 'x' } } }],
    ['a score beyond 100', { ...GOOD, score: 1_000 }],
    ['a score in words', { ...GOOD, score: 'full' }],
    ['another verdict', { ...GOOD, verdict: 'verified' }],
    ['a verdict that contradicts the score', { ...GOOD, score: 12 }],
    ['no comment', { ...GOOD, comment: ' \u0007 ' }],
    ['more than was asked for', { ...GOOD, tool_calls: [] }],
  ];
  test.each(WRONG)('after two answers in a wrong format: %s', async (_, content) => {
    const { url, requests } = await serve(ai.answer(content));
    const { review, onFallback } = reviewerAt(url);
    const { judge, comment, model } = await review(GENERAL, BY_OPERATOR);
    expect(judge.kind).toBe('rubric');
    expect(comment).toMatch(/^The AI answered in a wrong format twice, so a written rubric made this review\. /);
    expect(model).toBeNull();
    expect(requests).toHaveLength(2);
    expect(onFallback).toHaveBeenCalledExactlyOnceWith({ reason: 'wrong_format', status: null });
  });

  const FAILURES: readonly (readonly [string, ai.Behaviour, string, number | null, RegExp])[] = [
    ['an error of the service', ai.fail(500), 'error', 500, /answered with an error/],
    ['an error of the request', ai.fail(400), 'error', 400, /answered with an error/],
    ['a limit', ai.fail(429), 'limit_reached', 429, /takes no more requests/],
    ['an account without credit', ai.fail(402), 'limit_reached', 402, /takes no more requests/],
    ['a wrong key', ai.fail(401), 'key_refused', 401, /refused the key/],
    ['a refusal', ai.decline, 'refused', null, /declined/],
    ['a filter', ai.filter, 'refused', null, /declined/],
    ['an empty answer', ai.answer(' '), 'no_answer', null, /gave no answer/],
    ['an error with status 200', ai.failQuietly, 'no_answer', null, /gave no answer/],
    ['a page', ai.sendPage, 'no_answer', null, /gave no answer/],
    ['half of an answer', ai.sendHalfOfJson, 'no_answer', null, /gave no answer/],
    ['a connection that is cut off', ai.hangUp, 'unreachable', null, /could not be reached/],
    ['a redirect', ai.redirect, 'unreachable', null, /could not be reached/],
    ['an answer of megabytes', ai.sendTooMuch, 'unreachable', null, /could not be reached/],
  ];
  test.each(FAILURES)('after one request: %s', async (_, behaviour, reason, status, said) => {
    const { url, requests } = await serve(behaviour);
    const { review, onFallback } = reviewerAt(url);
    const { judge, comment, prompt_version } = await review(GENERAL, BY_OPERATOR);
    expect(judge).toEqual({ kind: 'rubric', name: 'Rubric' });
    expect(comment).toMatch(said);
    expect(comment).not.toContain(KEY);
    expect(prompt_version).toBe('rubric/general/1');
    expect(requests).toHaveLength(1);
    expect(onFallback).toHaveBeenCalledExactlyOnceWith({ reason, status });
  });

  test('when nobody listens at the address', async () => {
    const { url, close } = await ai.startAi(ai.staySilent);
    await close();
    expect((await reviewerAt(url).review(EMAIL, BY_OPERATOR)).comment).toMatch(/could not be reached/);
  });

  test('when the address of an owner is none', async () => {
    const own = { key: 'sk-own', url: 'nowhere', model: null, fetch: null };
    expect((await reviewerAt('http://127.0.0.1:1').review(EMAIL, { tier: 'mini', own })).comment).toMatch(/could not be reached/);
  });

  test.each([
    ['no answer', ai.staySilent],
    ['half of an answer', ai.stall],
  ])('when the time that is set is up: %s', async (_, behaviour) => {
    const { url } = await serve(behaviour);
    const { review, onFallback } = reviewerAt(url, { timeoutMs: 100 });
    expect((await review(GENERAL, BY_OPERATOR)).comment).toMatch(/did not answer in time/);
    expect(onFallback).toHaveBeenCalledExactlyOnceWith({ reason: 'timeout', status: null });
  });

  test('when time is up in the second request, since the time is that of both', async () => {
    const time = new AbortController();
    const { url, requests } = await serve(ai.answer('no'), () => time.abort(new Error('Time is up.')));
    const deadline = vi.fn(() => time.signal);
    const { comment } = await reviewerAt(url, { timeoutMs: 60_000, deadline }).review(GENERAL, BY_OPERATOR);
    expect(comment).toMatch(/did not answer in time/);
    expect(requests).toHaveLength(2);
    expect(deadline).toHaveBeenCalledExactlyOnceWith(60_000);
  });

  test('without any key, and nobody is asked or told', async () => {
    const { url, requests } = await serve(ai.answer(GOOD));
    const { review, onFallback } = reviewerAt(url, { key: null });
    const { judge, comment } = await review(GENERAL, BY_OPERATOR);
    expect(judge.kind).toBe('rubric');
    expect(comment).toMatch(/^No AI is set up here, so a written rubric made this review\./);
    expect(requests).toEqual([]);
    expect(onFallback).not.toHaveBeenCalled();
  });

  test('of files alone, and it comments: an AI could not read them either', async () => {
    const { url, requests } = await serve(ai.answer(GOOD));
    const submission: Submission = { ...GENERAL, text: null, links: [], files: [{ name: 'a.png', type: 'image/png', text: null }] };
    const { review, onFallback } = reviewerAt(url);
    expect(await review(submission, BY_OPERATOR)).toMatchObject({ judge: { kind: 'rubric' }, verdict: 'comment', score: null });
    expect(requests).toEqual([]);
    expect(onFallback).not.toHaveBeenCalled();
  });
});

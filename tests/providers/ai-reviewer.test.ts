import { describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { OwnAccess } from '../../src/ports/reviewer.ts';
import { systemMessage } from '../../src/providers/ai/prompt.ts';
import { PROMPTS } from '../../src/providers/ai/prompts/current.ts';
import { openAiHelp, openReviewer } from '../../src/wiring/services.ts';
import * as ai from '../servers/openai.ts';
import { BY_OPERATOR, GOOD, KEY, reviewerAt, serversOfTest } from '../support/ai.ts';
import { EMAIL, GENERAL, SUBMISSIONS } from '../support/proof-events.ts';

const serve = serversOfTest();

describe('a review by an AI', () => {
  test('has verdict, score and criteria of the answer, the model and the version of the prompt', async () => {
    const { url } = await serve(ai.answer(GOOD));
    const { review, onFallback } = reviewerAt(url);
    expect(await review(GENERAL, BY_OPERATOR)).toEqual({
      judge: { kind: 'ai', name: 'AI' },
      verdict: 'accepted',
      score: 82,
      criteria: [
        { name: 'Requirement', score: 90, comment: 'The postmortem is linked.' },
        { name: 'Evidence', score: 80, comment: 'It names times.' },
        { name: 'Detail', score: 70, comment: 'It is specific.' },
      ],
      comment: 'Well done.  File the follow-ups.',
      model: 'test/mini',
      prompt_version: 'general/1',
      seen: [],
    });
    expect(onFallback).not.toHaveBeenCalled();
  });

  test.each(SUBMISSIONS)('of the kind $kind requests JSON by schema, with a limit on the answer', async (submission) => {
    const { url, requests } = await serve(ai.answer('{}'));
    await reviewerAt(url).review(submission, { tier: 'premium', own: null });
    const { path, headers, body } = requests[0] as ai.AiRequest;
    expect(path).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(body).toMatchObject({ model: 'test/premium', max_tokens: 4_000, response_format: { type: 'json_schema' } });
    expect(body.response_format.json_schema).toMatchObject({ strict: true, schema: { type: 'object', additionalProperties: false } });
    expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(body.messages[0]?.content).toBe(systemMessage(PROMPTS[submission.kind]));
  });

  test("with the owner's key is sent to the owner's address with the owner's model, and with nothing of the operator's", async () => {
    const operator = await serve(ai.answer(GOOD));
    const own = await serve(ai.answer(GOOD));
    const access: OwnAccess = { key: 'sk-own', url: own.url, model: 'own/model', fetch: vi.fn(fetch) };
    const { model } = await reviewerAt(operator.url).review(GENERAL, { tier: 'mini', own: access });
    expect(model).toBe('own/model');
    expect(operator.requests).toEqual([]);
    expect(own.requests[0]?.headers.authorization).toBe('Bearer sk-own');
    expect(access.fetch).toHaveBeenCalledOnce();
  });

  test('with only a key of the owner is sent to the configured address and model', async () => {
    const { url, requests } = await serve(ai.answer(GOOD));
    const own = { key: 'sk-own', url: null, model: null, fetch: null };
    await reviewerAt(url, { key: null }).review(GENERAL, { tier: 'mini', own });
    expect(requests[0]).toMatchObject({ headers: { authorization: 'Bearer sk-own' }, body: { model: 'test/mini' } });
  });

  test.each([
    ['in a fence of Markdown', `\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``],
    ['after its thoughts', `<think>It may be {"verdict": "rejected"}.</think>\n${JSON.stringify(GOOD)}`],
    ['after a sentence', `Here is my review: ${JSON.stringify(GOOD)}`],
  ])('is read from what the model wrote %s', async (_, content) => {
    const { url, requests } = await serve(ai.answer(content));
    expect(await reviewerAt(url).review(GENERAL, BY_OPERATOR)).toMatchObject({ judge: { kind: 'ai' }, verdict: 'accepted', score: 82 });
    expect(requests).toHaveLength(1);
  });

  test('in a wrong format is requested once more, without sending the wrong answer back', async () => {
    const { url, requests } = await serve(ai.answer('Sure! I accept this.'), ai.answer(GOOD));
    const review = await reviewerAt(url).review(GENERAL, BY_OPERATOR);
    expect(review).toMatchObject({ judge: { kind: 'ai' }, score: 82 });
    const [first, second] = requests.map(({ body }) => body.messages.map(({ content }) => content)) as [string[], string[]];
    expect(second[0]).toBe(first[0]);
    expect(second[1]).toBe(`${first[1]}\n\n${PROMPTS.general.material.again}`);
  });

  test('names the parts that were read only in part', async () => {
    const { url } = await serve(ai.answer(GOOD));
    const submission = {
      ...GENERAL,
      files: [{ id: 'f1', name: 'log.txt', type: 'text/plain', text: 'line\n'.repeat(50_000), isCut: false }],
    };
    expect((await reviewerAt(url).review(submission, BY_OPERATOR)).comment).toMatch(/Only the beginning of these parts .*: file 1\.$/);
  });

  test('says what it was given of each file: all of it, its beginning, or its name alone', async () => {
    const { url } = await serve(ai.answer(GOOD));
    const file = { type: 'text/plain', isCut: false };
    const files = [
      { ...file, id: 'whole', name: 'a.txt', text: 'All of it' },
      { ...file, id: 'long', name: 'b.txt', text: 'line\n'.repeat(50_000) },
      { ...file, id: 'cut', name: 'c.txt', text: 'The beginning', isCut: true },
      { ...file, id: 'picture', name: 'after.png', type: 'image/png', text: null },
    ];
    expect((await reviewerAt(url).review({ ...GENERAL, files }, BY_OPERATOR)).seen).toEqual([
      { file: 'whole', as: 'whole' },
      { file: 'long', as: 'beginning' },
      { file: 'cut', as: 'beginning' },
      { file: 'picture', as: 'name' },
    ]);
  });
});

describe('a cancelled review', () => {
  test('throws the reason, so that it is made again later', async () => {
    const ending = new AbortController();
    const { url } = await serve(() => ending.abort(new Error('The program ends.')));
    const { review, onFallback } = reviewerAt(url);
    await expect(review(GENERAL, { ...BY_OPERATOR, signal: ending.signal })).rejects.toThrow('The program ends.');
    expect(onFallback).not.toHaveBeenCalled();
  });

  test('sends no request if it was cancelled before it began', async () => {
    const { url, requests } = await serve(ai.answer(GOOD));
    const signal = AbortSignal.abort(new Error('The program ends.'));
    await expect(reviewerAt(url).review(GENERAL, { ...BY_OPERATOR, signal })).rejects.toThrow('The program ends.');
    expect(requests).toEqual([]);
  });
});

describe('the content of a proof is not logged', () => {
  test('by the program, which logs only the reason and the status', async () => {
    const { url } = await serve(ai.fail(429));
    const warn = vi.fn();
    const reviewer = openReviewer({ url, key: KEY, modelMini: 'a/b', modelPremium: 'a/c', timeoutMs: 20_000 }, { warn });
    await reviewer.review(GENERAL, BY_OPERATOR);
    expect(warn.mock.calls).toEqual([[{ reason: 'limit_reached', status: 429 }, 'review.fallback_used']]);
  });

  test('by the library, whose environment variables have no effect', async () => {
    vi.stubEnv('OPENAI_LOG', 'debug');
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1');
    vi.stubEnv('OPENAI_ORG_ID', 'org-elsewhere');
    vi.stubEnv('OPENAI_PROJECT_ID', 'project-elsewhere');
    const spies = (['log', 'debug', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
    const { url, requests } = await serve(ai.fail(500), ai.answer(GOOD));
    await reviewerAt(url).review(GENERAL, BY_OPERATOR);
    await reviewerAt(url).review(GENERAL, BY_OPERATOR);
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    expect(requests).toHaveLength(2);
    for (const { headers } of requests) expect(JSON.stringify(headers)).not.toMatch(/elsewhere/i);
  });
});

const config = readConfig({}).ai;
const OWN_KEY = 'sk-own-0123456789abcd';

test("an owner's address in an internal network is refused, and nothing is sent there", async () => {
  const { url, requests } = await serve(ai.answer('OK'));
  for (const inside of [
    url,
    url.replace('127.0.0.1', 'localhost'),
    'http://169.254.169.254/v1',
    'http://[::1]:8080/v1',
    'http://10.0.0.1:11434/v1',
  ])
    expect(await openAiHelp(config).checkKey({ key: OWN_KEY, url: inside, model: null })).toEqual({
      field: 'url',
      reason: 'This address does not lead to the public web, and no key is sent elsewhere.',
    });
  expect(requests).toEqual([]);
});

test('a review and help with such an address are made without an AI', async () => {
  const { url, requests } = await serve(ai.answer('OK'));
  const own = { key: OWN_KEY, url, model: null };
  const review = await openReviewer(config, { warn: () => undefined }).review(EMAIL, { tier: 'mini', own });
  expect(review.judge.kind).toBe('rubric');
  const split = { title: 'Move', description: null, requirement: null, estimateMinutes: null, parts: [] };
  expect(await openAiHelp(config).split(split, { tier: 'mini', own })).toMatchObject({ failure: 'unavailable' });
  expect(requests).toEqual([]);
});

test('an allowed address is reached through the guard', async () => {
  const { url, requests } = await serve(ai.answer('OK'));
  const guard = { allow: [new URL(url).host] };
  expect(await openAiHelp(config, guard).checkKey({ key: OWN_KEY, url, model: null })).toBeNull();
  expect(requests[0]?.headers.authorization).toBe(`Bearer ${OWN_KEY}`);
});

import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openAiHelp, openReviewer } from '../../src/wiring/reviewer.ts';
import * as ai from '../servers/openai.ts';
import { serversOfTest } from '../support/reviewer.ts';
import { EMAIL } from '../support/submissions.ts';

const serve = serversOfTest();
const config = readConfig({}).ai;
const KEY = 'sk-own-0123456789abcd';

test('an address of an owner’s in a network inside is refused, and nothing is sent there', async () => {
  const { url, requests } = await serve(ai.answer('OK'));
  for (const inside of [
    url,
    url.replace('127.0.0.1', 'localhost'),
    'http://169.254.169.254/v1',
    'http://[::1]:8080/v1',
    'http://10.0.0.1:11434/v1',
  ])
    expect(await openAiHelp(config).checkKey({ key: KEY, url: inside, model: null })).toEqual({
      field: 'url',
      reason: 'This address does not lead to the public web, and no key is sent elsewhere.',
    });
  expect(requests).toEqual([]);
});

test('a review and help that should go there are made without an AI', async () => {
  const { url, requests } = await serve(ai.answer('OK'));
  const own = { key: KEY, url, model: null };
  const review = await openReviewer(config, { warn: () => undefined }).review(EMAIL, { tier: 'mini', own });
  expect(review.judge.kind).toBe('rubric');
  const split = { title: 'Move', description: null, requirement: null, estimateMinutes: null, parts: [] };
  expect(await openAiHelp(config).split(split, { tier: 'mini', own })).toMatchObject({ failure: 'unavailable' });
  expect(requests).toEqual([]);
});

test('an address that is allowed is asked over the guard', async () => {
  const { url, requests } = await serve(ai.answer('OK'));
  const guard = { allow: [new URL(url).host] };
  expect(await openAiHelp(config, guard).checkKey({ key: KEY, url, model: null })).toBeNull();
  expect(requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
});

import { expect, test } from 'vitest';
import { encodedPayload, type PushPayload } from '../../src/messages/push/payload.ts';

const payload: PushPayload = {
  kind: 'evening',
  title: 'Two promises of today are still open',
  body: 'Water the ferns\nCall Bo',
  url: '/dashboard',
  tag: 'evening',
  task_id: null,
  actions: [],
};
const MOST = 3_000;

test('a payload that is short enough is sent as it is', () => {
  expect(JSON.parse(encodedPayload(payload))).toEqual(payload);
});

test.each([
  ['a', 5_000],
  ['語', 2_000],
  ['🌿', 2_000],
  ['"', 3_000],
])('a body of %s is cut between characters, at %i of them', (character, count) => {
  const text = encodedPayload({ ...payload, body: character.repeat(count) });
  const { body, ...rest } = JSON.parse(text);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST);
  expect(Buffer.byteLength(text)).toBeGreaterThan(MOST * 0.8);
  expect(body).toMatch(new RegExp(`^(${character})+…$`, 'u'));
  expect(rest).toEqual((({ body: _, ...same }) => same)(payload));
});

test('a title is cut only if there is no body left', () => {
  const { title, body } = JSON.parse(encodedPayload({ ...payload, title: '語'.repeat(2_000) }));
  expect([body, title.endsWith('…')]).toEqual(['', true]);
});

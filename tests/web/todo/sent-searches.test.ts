import { expect, test } from 'vitest';
import { createSentSearches } from '../../../web/todo/sent-searches.ts';

test('the address of an earlier search that arrives late takes nothing away from what is being typed', () => {
  const sent = createSentSearches('');
  sent.send('due');
  sent.send('due:soon');
  expect(sent.arrived('due')).toBe(true);
  expect(sent.last).toBe('due:soon');
  expect(sent.arrived('due:soon')).toBe(true);
});

test('an address that was not sent is another list, or the way back', () => {
  const sent = createSentSearches('tag:home');
  expect(sent.arrived('tag:home')).toBe(true);
  sent.send('due');
  expect(sent.arrived('due')).toBe(true);
  expect(sent.arrived('tag:home')).toBe(false);
  expect(sent.last).toBe('tag:home');
});

test('an address that was replaced before it arrived is not waited for any more', () => {
  const sent = createSentSearches('');
  sent.send('due');
  sent.send('due:today');
  expect(sent.arrived('due:today')).toBe(true);
  expect(sent.arrived('due')).toBe(false);
});

test('what is shown already may be said again', () => {
  const sent = createSentSearches('');
  sent.send('due');
  expect(sent.arrived('')).toBe(true);
  expect(sent.arrived('due')).toBe(true);
  expect(sent.arrived('due')).toBe(true);
});

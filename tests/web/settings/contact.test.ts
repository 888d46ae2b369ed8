import { expect, test } from 'vitest';
import { contactIn } from '../../../web/settings/contact.ts';

test('a name and an address in one line are told apart', () => {
  const lines = ['Kim Park kim@example.org', 'Kim Park <kim@example.org>', '"Kim Park" (kim@example.org)', '  Kim Park,kim@example.org '];
  for (const line of lines) expect(contactIn(line)).toEqual({ name: 'Kim Park', email: 'kim@example.org' });
});

test('an address alone names its owner by its first part', () => {
  expect(contactIn('kim@example.org')).toEqual({ name: 'Kim', email: 'kim@example.org' });
});

test('a text without an address is a name', () => {
  for (const text of ['', 'Kim Park', 'Kim @ Park', 'kim@', '@example.org', 'kim@example.org Park']) expect(contactIn(text)).toBeNull();
});

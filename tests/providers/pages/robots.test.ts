import { expect, it, test } from 'vitest';
import { robotsFor } from '../../../src/providers/pages/robots.ts';

const allows = (rules: string, path: string): boolean => robotsFor(rules, 'Vouch').allows(path);

test.each([
  ['Disallow: /', '/', false],
  ['Disallow:', '/anything', true],
  ['Disallow: /a', '/abc?x=1', false],
  ['Disallow: /a', '/b', true],
  ['Disallow: /a/\nAllow: /a/b', '/a/b/c', true],
  ['Allow: /a\nDisallow: /a', '/a', true],
  ['Disallow: /*.php$', '/x/y.php', false],
  ['Disallow: /*.php$', '/x/y.php?z', true],
  ['Disallow: /a*b*c', '/a-x-b-x-c', false],
  ['Disallow: /a*b*c', '/a-x-c-x-b', true],
  ['Disallow: /page$', '/page', false],
  ['Disallow: /page$', '/pages', true],
  ['Disallow: /ab*ab$', '/ab', true],
  ['Disallow: /caf%c3%a9', '/caf%C3%A9', false],
  ['Disallow: /café', '/caf%C3%A9', false],
  ['Disallow: /a # not /b', '/a', false],
  ['disallow : /a', '/a', false],
  ['Nonsense\n: x\nDisallow: /a', '/a', false],
])('under “%s” it is true that %s may be read: %s', (rules, path, may) => {
  expect(allows(`User-agent: *\n${rules}`, path)).toBe(may);
});

it('those that name us hold in place of those for all', () => {
  const rules = 'User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: VOUCH/2.0\nDisallow: /a\n\nUser-agent: vouch\r\nDisallow: /b';
  expect(['/', '/a', '/b'].map((path) => allows(rules, path))).toEqual([true, false, false]);
  expect(allows('User-agent: vouchers\nDisallow: /', '/')).toBe(true);
  expect(allows('Disallow: /', '/')).toBe(true);
});

it('patterns that would occupy a regular expression for years are compared at once', () => {
  const rules = `User-agent: *\n${'Disallow: /*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b\n'.repeat(1_000)}`;
  expect(allows(rules, `/${'a'.repeat(1_900)}`)).toBe(true);
});

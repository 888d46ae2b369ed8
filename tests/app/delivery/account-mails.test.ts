import { expect, test } from 'vitest';
import { linksToEnd } from '../../../src/app/delivery/account-mails.ts';

/** Links in the order in which they were asked for, by who asked: `a b` is one of a and then one of b. */
const links = (sources: string) =>
  sources.split(' ').map((source, place) => ({
    token_hash: `${source}${place}`,
    purpose: 'reset' as const,
    user_id: 'u1',
    expires_at: `2026-11-20T16:0${place}:00.000Z`,
    ...(source !== 'old' && { source }),
  }));

test.each([
  ['two are side by side with the new one', 'a a', 'a', []],
  ['the oldest of three ends', 'a a a', 'a', ['a0']],
  ['a stranger who asks again ends their own, not the one of the owner', 'owner b b', 'b', ['b1']],
  ['a stranger who asks for the third time ends their own', 'b owner b', 'b', ['b0']],
  ['the owner ends one of a stranger who has more', 'b b owner', 'c', ['b0']],
  ['where everybody has one the oldest ends', 'a b c', 'd', ['a0']],
  ['the new one counts for who asks', 'a b c', 'b', ['b1']],
  ['those of earlier versions count as of one source', 'old old a', 'a', ['old0']],
  ['more than three that were there end too', 'a b b b', 'c', ['b1', 'b2']],
])('links of one purpose: %s', (_what, live, source, ended) => {
  expect(linksToEnd(links(live), source)).toEqual(ended);
});

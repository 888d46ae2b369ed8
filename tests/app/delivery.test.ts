import { expect, test } from 'vitest';
import { linksToEnd } from '../../src/app/delivery/account-mails.ts';

/** Links in the order in which they were asked for, by who asked: `a b` is one of a and then one of b. `K` is a known browser. */
const links = (sources: string) =>
  sources.split(' ').map((source, place) => ({
    token_hash: `${source}${place}`,
    purpose: 'reset' as const,
    user_id: 'u1',
    expires_at: `2026-11-20T16:0${place}:00.000Z`,
    ...(source !== 'old' && { source: source.toUpperCase() === source ? `known ${source}` : source }),
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
  ['strangers end none of a known browser, whichever is older', 'K b c', 'd', ['b1']],
  ['strangers end none of two known browsers', 'K L b', 'c', ['b2']],
  ['where known browsers have three, strangers have one beside them', 'K K K b', 'c', ['b3']],
  ['where known browsers have three, a stranger gets one', 'K K K', 'c', []],
  ['a known browser ends those of strangers first', 'b K c', 'K', ['b0']],
  ['a known browser leaves strangers one', 'K K c', 'K', []],
  ['a fourth of a known browser ends its oldest', 'K K K b', 'K', ['K0']],
  ['of known browsers the busiest loses one', 'K L L', 'M', ['L1']],
])('links of one purpose: %s', (_what, live, source, ended) => {
  expect(linksToEnd(links(live), { source, isKnown: source.toUpperCase() === source })).toEqual(ended);
});

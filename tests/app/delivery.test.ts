import { expect, test } from 'vitest';
import { linksToEnd } from '../../src/app/delivery/account-mails.ts';

/** Links in the order in which they were asked for, by their source: `a b` is one of a and then one of b. `K` is a known browser. */
const links = (sources: string) =>
  sources.split(' ').map((source, place) => ({
    token_hash: `${source}${place}`,
    purpose: 'reset' as const,
    user_id: 'u1',
    expires_at: `2026-11-20T16:0${place}:00.000Z`,
    ...(source !== 'old' && { source: source.toUpperCase() === source ? `known ${source}` : source }),
  }));

test.each([
  ['two older links stay valid beside it', 'a a', 'a', []],
  ['it ends the oldest of three', 'a a a', 'a', ['a0']],
  ["a stranger who asks again ends their own link, not the owner's", 'owner b b', 'b', ['b1']],
  ['a stranger who asks for the third time ends their own oldest link', 'b owner b', 'b', ['b0']],
  ['the owner ends a link of a stranger who has two', 'b b owner', 'c', ['b0']],
  ['it ends the oldest link if every source has one', 'a b c', 'd', ['a0']],
  ['it counts as a link of the source that asks', 'a b c', 'b', ['b1']],
  ['links of earlier versions count as links of one source', 'old old a', 'a', ['old0']],
  ['it ends all older links beyond the limit', 'a b b b', 'c', ['b1', 'b2']],
  ['strangers end no link of a known browser, even if that is older', 'K b c', 'd', ['b1']],
  ['strangers end no link of two known browsers', 'K L b', 'c', ['b2']],
  ['strangers keep one link beside three of a known browser', 'K K K b', 'c', ['b3']],
  ['a stranger gets one link beside three of a known browser', 'K K K', 'c', []],
  ['a known browser ends links of strangers first', 'b K c', 'K', ['b0']],
  ['a known browser leaves one link to strangers', 'K K c', 'K', []],
  ['a fourth link of a known browser ends its oldest', 'K K K b', 'K', ['K0']],
  ['the known browser with the most links loses one', 'K L L', 'M', ['L1']],
])('a new link of the same purpose: %s', (_what, live, source, ended) => {
  expect(linksToEnd(links(live), { source, isKnown: source.toUpperCase() === source })).toEqual(ended);
});

import { expect, test } from 'vitest';
import { addressFrom, addressOf } from '../../../web/proof/address.ts';

const read = (query: string) => addressFrom(new URLSearchParams(query));

test('an address that is written is read back as itself', () => {
  for (const address of [
    '/verify',
    '/verify?tab=history',
    '/verify?tab=history&state=expired&type=system_design&days=30',
    '/verify?tab=history&days=all',
  ])
    expect(addressOf(read(address.split('?')[1] ?? ''))).toBe(address);
});

test('what is not known is left out, and a task stands beside the list from which it was opened', () => {
  expect(read('tab=odd&state=in_review&type=none&days=7')).toEqual({ tab: 'waiting', state: null, type: null, days: 90 });
  expect(addressOf(read('tab=history&state=rejected'), 'a/b')).toBe('/verify/task/a%2Fb?tab=history&state=rejected');
});

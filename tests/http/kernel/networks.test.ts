import { expect, test } from 'vitest';
import { networkOf } from '../../../src/http/kernel/networks.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:a::1', '2001:db8:1:a::/64'],
  ['2001:0DB8:0001:000a:ffff:1:2:3', '2001:db8:1:a::/64'],
  ['2001:db8:1:b::1', '2001:db8:1:b::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('tries from %s count as those of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
  expect(networkOf(address), 'from memory').toBe(network);
});

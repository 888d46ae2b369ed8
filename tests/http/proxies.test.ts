import type { Context } from 'koa';
import { describe, expect, test } from 'vitest';
import { createAddresses } from '../../src/http/kernel/limits.ts';
import { AT_HOME, BEHIND_PROXIES } from '../support/server.ts';

const from = (peer: string, forwarded: string): Context =>
  ({ req: { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } } }) as unknown as Context;

describe('the address that a request comes from', () => {
  const { of } = createAddresses({
    ...BEHIND_PROXIES,
    trustedProxies: ['172.30.19.1', '10.1.0.0/16', '2001:db8::/32'],
  });

  test.each(['127.0.0.1', '::1', '172.30.19.1', '::ffff:172.30.19.1', '10.1.200.3', '2001:db8::7'])(
    'is the forwarded one if the peer is %s',
    (peer) => {
      expect(of(from(peer, '198.51.100.1, 203.0.113.5'))).toBe('203.0.113.5');
    },
  );

  test.each(['172.30.19.2', '10.2.0.1', '2001:db9::7', '192.0.2.9'])('is that of the peer if the peer is %s', (peer) => {
    expect(of(from(peer, '203.0.113.5'))).toBe(peer);
  });

  test('is never a forwarded text that is not an address', () => {
    expect(of(from('10.1.0.1', 'somebody'))).toBe('10.1.0.1');
  });

  test('is never the forwarded one in development', () => {
    expect(createAddresses({ ...AT_HOME, trustedProxies: ['10.1.0.0/16'] }).of(from('10.1.0.1', '203.0.113.5'))).toBe('10.1.0.1');
  });
});

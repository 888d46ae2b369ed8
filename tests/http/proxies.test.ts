import type { Context } from 'koa';
import { describe, expect, test } from 'vitest';
import { createAddresses } from '../../src/http/kernel/limits.ts';

const from = (peer: string, forwarded: string): Context =>
  ({ req: { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } } }) as unknown as Context;

describe('whom a request comes from', () => {
  const { of } = createAddresses('production', undefined, ['172.30.19.1', '10.1.0.0/16', '2001:db8::/32']);

  test.each(['127.0.0.1', '::1', '172.30.19.1', '::ffff:172.30.19.1', '10.1.200.3', '2001:db8::7'])('%s speaks for another', (peer) => {
    expect(of(from(peer, '198.51.100.1, 203.0.113.5'))).toBe('203.0.113.5');
  });

  test.each(['172.30.19.2', '10.2.0.1', '2001:db9::7', '192.0.2.9'])('%s speaks for itself only', (peer) => {
    expect(of(from(peer, '203.0.113.5'))).toBe(peer);
  });

  test('what is no address is not believed of anybody', () => {
    expect(of(from('10.1.0.1', 'somebody'))).toBe('10.1.0.1');
  });

  test('nobody is believed in development', () => {
    expect(createAddresses('development', undefined, ['10.1.0.0/16']).of(from('10.1.0.1', '203.0.113.5'))).toBe('10.1.0.1');
  });
});

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { guardedUrl, isPublicAddress } from '../../../src/providers/pages/guarded-connect.ts';

const octets = (bytes: number): fc.Arbitrary<readonly number[]> => fc.array(fc.nat(255), { minLength: bytes, maxLength: bytes });
const groups = (count: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(0xffff), { minLength: count, maxLength: count }).map((parts) => parts.map((part) => part.toString(16)).join(':'));
const v4 = octets(4).map((parts) => parts.join('.'));

/** Every block in the registries of IANA that is not for public machines, by its first octets and the number of bits. */
const PRIVATE_V4: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ['this network, 0.0.0.0/8', octets(3).map((rest) => [0, ...rest].join('.'))],
  ['private, 10.0.0.0/8', octets(3).map((rest) => [10, ...rest].join('.'))],
  [
    'carrier-grade NAT, 100.64.0.0/10',
    fc.tuple(fc.integer({ min: 64, max: 127 }), octets(2)).map(([a, rest]) => [100, a, ...rest].join('.')),
  ],
  ['loopback, 127.0.0.0/8', octets(3).map((rest) => [127, ...rest].join('.'))],
  ['link-local and metadata, 169.254.0.0/16', octets(2).map((rest) => [169, 254, ...rest].join('.'))],
  ['private, 172.16.0.0/12', fc.tuple(fc.integer({ min: 16, max: 31 }), octets(2)).map(([a, rest]) => [172, a, ...rest].join('.'))],
  ['protocols, 192.0.0.0/24', octets(1).map((rest) => [192, 0, 0, ...rest].join('.'))],
  ['documentation, 192.0.2.0/24', octets(1).map((rest) => [192, 0, 2, ...rest].join('.'))],
  ['private, 192.168.0.0/16', octets(2).map((rest) => [192, 168, ...rest].join('.'))],
  ['benchmarks, 198.18.0.0/15', fc.tuple(fc.integer({ min: 18, max: 19 }), octets(2)).map(([a, rest]) => [198, a, ...rest].join('.'))],
  ['documentation, 198.51.100.0/24', octets(1).map((rest) => [198, 51, 100, ...rest].join('.'))],
  ['documentation, 203.0.113.0/24', octets(1).map((rest) => [203, 0, 113, ...rest].join('.'))],
  [
    'multicast and reserved, 224.0.0.0/3',
    fc.tuple(fc.integer({ min: 224, max: 255 }), octets(3)).map(([a, rest]) => [a, ...rest].join('.')),
  ],
];

const PRIVATE_V6: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ['mapped IPv4', v4.map((address) => `::ffff:${address}`)],
  ['compatible IPv4', v4.map((address) => `::${address}`)],
  ['translated IPv4', v4.map((address) => `::ffff:0:${address}`)],
  ['NAT64', v4.map((address) => `64:ff9b::${address}`)],
  ['NAT64 of a network', groups(5).map((rest) => `64:ff9b:1:${rest}`)],
  ['6to4', groups(7).map((rest) => `2002:${rest}`)],
  ['Teredo', groups(6).map((rest) => `2001:0:${rest}`)],
  ['documentation', groups(6).map((rest) => `2001:db8:${rest}`)],
  ['documentation, 3fff::/20', fc.tuple(fc.nat(0xfff), groups(6)).map(([a, rest]) => `3fff:${a.toString(16)}:${rest}`)],
  ['unique local', fc.tuple(fc.integer({ min: 0xfc00, max: 0xfdff }), groups(7)).map(([a, rest]) => `${a.toString(16)}:${rest}`)],
  [
    'everything from e000:: on',
    fc.tuple(fc.integer({ min: 0xe000, max: 0xffff }), groups(7)).map(([a, rest]) => `${a.toString(16)}:${rest}`),
  ],
  ['everything before 2000::', fc.tuple(fc.nat(0x1fff), groups(7)).map(([a, rest]) => `${a.toString(16)}:${rest}`)],
  ['everything with a zone', groups(7).map((rest) => `2a00:${rest}%eth0`)],
];

describe('addresses from which no page is read', () => {
  test.each([...PRIVATE_V4, ...PRIVATE_V6])('%s', (_, addresses) => {
    fc.assert(fc.property(addresses, (address) => !isPublicAddress(address)));
  });

  it('include the internal host of Azure and invalid addresses', () => {
    for (const address of ['168.63.129.16', '', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', '8.8.8.8 ', '[2606:4700::1111]'])
      expect(isPublicAddress(address), address).toBe(false);
  });
});

it('addresses of the public network are allowed', () => {
  for (const address of ['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '192.167.1.1', '223.255.255.1'])
    expect(isPublicAddress(address), address).toBe(true);
  for (const address of ['2606:4700::1111', '2a00:1450:4001:800::200e', '2001:4860:4860::8888'])
    expect(isPublicAddress(address), address).toBe(true);
});

describe('the address of a page', () => {
  it('may use http and https, the usual ports of the web and ports above 1023', () => {
    for (const text of ['http://a.example/', 'https://a.example:8443/x?y#z', 'HTTP://a.example:80', 'http://a.example:65535/'])
      expect(() => guardedUrl(text), text).not.toThrow();
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1023 }).filter((port) => port !== 80 && port !== 443),
        (port) => {
          expect(() => guardedUrl(`http://a.example:${port}/`)).toThrow(/ports 80, 443 and above 1023/);
        },
      ),
    );
  });

  it('is refused with another scheme, with a password, or if it is not an address', () => {
    for (const text of [
      'file:///etc/passwd',
      'ftp://a.example/',
      'gopher://a.example/',
      'data:text/html,x',
      'javascript:alert(1)',
      'blob:x',
    ])
      expect(() => guardedUrl(text), text).toThrow('by http and https only');
    for (const text of ['http://user:password@a.example/', 'http://user@a.example/', 'https://:password@a.example/'])
      expect(() => guardedUrl(text), text).toThrow('user name or a password');
    for (const text of ['', 'a.example', '//a.example/', 'http://', 'http://a.example:99999/', 'http://[::1', 'http://256.256.256.256/'])
      expect(() => guardedUrl(text), text).toThrow('not the address of a web page');
    expect(() => guardedUrl(`http://a.example/${'x'.repeat(2_000)}`)).toThrow('at most 2000 characters');
  });
});

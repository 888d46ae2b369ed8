import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, InvalidJson } from '../../../src/contracts/ledger/canonical-json.ts';

describe('canonical JSON', () => {
  it('is the same as that of a library written for RFC 8785', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }), (value) => {
        expect(canonical(value)).toBe(canonicalize(value));
      }),
      { numRuns: 2000 },
    );
  });

  it('writes numbers as the RFC says', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(canonical([number])).toBe(canonicalize([number]));
      }),
    );
  });

  it('writes the example of the RFC, section 3.2.2', () => {
    const value = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    );
    expect(canonical(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts by UTF-16 code units, also names that look like numbers', () => {
    const value = { '10': 1, '9': 2, '\ufb33': 3, '😀': 4, a: 5, A: 6, '': 7 };
    expect(canonical(value)).toBe('{"":7,"10":1,"9":2,"A":6,"a":5,"😀":4,"\ufb33":3}');
  });

  it('keeps a member called __proto__', () => {
    expect(canonical(JSON.parse('{"a":{"__proto__":{"b":1}}}'))).toBe('{"a":{"__proto__":{"b":1}}}');
  });

  it('leaves out members that are undefined', () => {
    expect(canonical({ a: undefined, b: 1 })).toBe('{"b":1}');
    expect(canonical({ a: undefined })).toBe('{}');
  });

  const loop: Record<string, unknown> = {};
  loop.again = loop;
  it.each<[string, unknown, string]>([
    ['NaN', { a: [0, Number.NaN] }, 'at a.1: NaN is no JSON number'],
    ['infinity', Number.POSITIVE_INFINITY, 'at the top: Infinity is no JSON number'],
    ['a BigInt', { a: { b: 1n } }, 'at a.b: a bigint is no JSON value'],
    ['a function', [() => 1], 'at 0: a function is no JSON value'],
    ['undefined in a list', [undefined], 'at 0: a undefined is no JSON value'],
    ['a Date', { at: new Date(0) }, 'at at: only plain objects are JSON'],
    ['half a surrogate pair', { a: 'x\ud800' }, 'at a: the text holds half of a surrogate pair'],
    ['half a surrogate pair in a name', { '\udc00': 1 }, 'the text holds half of a surrogate pair'],
    ['a cyclic value', loop, 'it is nested too deeply, or in itself'],
  ])('refuses %s and names its place', (_, value, message) => {
    expect(() => canonical(value)).toThrow(InvalidJson);
    expect(() => canonical(value)).toThrow(message);
  });
});

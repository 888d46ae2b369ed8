import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { EMAIL, isAddress, isLocalAddress, parseSender } from '../../src/contracts/address.ts';
import { onTheWire, safeMessage } from '../../src/providers/mail/headers.ts';

/** An address of a person is accepted only if mail for it goes to it, and to nobody else. */

const transport = createTransport({ jsonTransport: true });
/** The receivers to whom nodemailer would send, from the address as it is handed to it. */
async function receivers(address: string): Promise<readonly string[]> {
  const message = {
    userId: 'u',
    to: { address, name: '' },
    subject: '',
    text: '',
    html: '',
    messageId: '<a@b.c>',
    at: '2026-11-20T12:00:00Z',
  };
  const { to } = safeMessage(message);
  const { envelope } = await transport.sendMail({ from: 'vouch@example.org', to: { ...to, address: onTheWire(to.address) }, text: '' });
  return envelope.to;
}
/** Dots in odd places make nodemailer quote the part before the @, which means the same. Its domain is in one spelling. */
const spelled = (address: string): string => {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at).replace(/^"(.*)"$/, '$1')}@${domainToASCII(address.slice(at + 1))}`;
};

const GOOD = [
  'ada@example.org',
  'ada.l+tag@mail.example.org',
  "o'hara@example.org",
  'a+b!#$%&*/=?^_`{|}~-@x.yz',
  'a..b@docomo.ne.jp',
  'ü@bücher.de',
  'А@пример.рф',
  'a@xn--bcher-kva.xn--p1ai',
  'उदाहरण@उदाहरण.भारत',
];
const BAD = [
  ...['"q,b"@x.yz', 'a,b@x.yz', 'a;b@x.yz', 'a:b@x.yz', 'a(b)@x.yz', 'a<b@x.yz', '<a@x.yz>', 'a[b]@x.yz', 'a\\b@x.yz', '"ab"@x.yz'],
  ...['a@x.yz,c', 'a@x.yz;', 'a@x.yz>', 'a@x.yz(c)', 'a@x..yz', 'a@-x.yz', 'a@x-.yz', 'a@x_y.zz', 'a@.x.yz', 'a@x.yz.', 'a@x.yz:25'],
  ...['a@[1.2.3.4]', 'a@1.2.3.4', 'a@1.2', 'a@x.1e3', 'a@x.yz/', 'a@x.yz?q', 'a@x', 'a@@x.yz', 'a@b@x.yz', '@x.yz', 'a@', 'a b@x.yz', ''],
  // Texts that decoders or the lookup of domains read as another address.
  ...['=?x?q?=41=42?=@b.example', '=?utf-8?B?YQ==?=@b.example', 'a=?x?q?b@b.example', 'a\r\nBcc: c@x.yz', 'a\u0000@x.yz', 'a\u00a0@x.yz'],
  ...[
    'a＠x.yz',
    'a＠y.zz@x.yz',
    'a@x。yz',
    'a@x．yz',
    'a@x｡yz',
    'a。b@x.yz',
    'ａ@x.yz',
    'a@ｘ.yz',
    'a@ℬ.yz',
    'a@x\u200b.yz',
    'a@x\u00ad.yz',
  ],
  ...['a@x\ufe0f.yz', 'a\u034f@x.yz', 'a\u202e@x.yz', 'a@\u0301x.yz', 'a@x.yz\u3002', 'ﬁ@x.yz', '😀@x.yz'],
];

describe('an address', () => {
  it.each(GOOD)('%s is accepted and receives its mail', async (address) => {
    expect(isAddress(address)).toBe(true);
    expect((await receivers(address)).map(spelled)).toEqual([spelled(address)]);
  });

  it.each(BAD)('%s is refused', (address) => expect(isAddress(address)).toBe(false));

  const piece = fc.oneof(fc.constantFrom(...`@@@..,;:<>()[]"'\\-_ az19ÄßИ`), fc.constantFrom('a@x.yz', '.org', '"', 'xn--'));
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  it('receives mail alone whenever it is accepted', async () => {
    const taken = fc.tuple(text, text, fc.boolean()).map(([a, b, joined]) => (joined ? `${a}@${b}.org` : a));
    await fc.assert(
      fc.asyncProperty(taken, async (address) => {
        if (isAddress(address)) expect((await receivers(address)).map(spelled)).toEqual([spelled(address)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has no letter in its domain that is dropped or replaced by the lookup', () => {
    const faults: string[] = [];
    for (let point = 0x21; point <= 0x10ffff; point += 1) {
      const domain = `a${String.fromCodePoint(point)}b.example`;
      if (!EMAIL.test(`x@${domain}`) || !isAddress(`x@${domain}`)) continue;
      const read = domainToUnicode(domainToASCII(domain));
      // Thai and Lao write one vowel in two forms.
      if (alike(read) !== alike(domain.replace('\u0e33', '\u0e4d\u0e32').replace('\u0eb3', '\u0ecd\u0eb2')))
        faults.push(point.toString(16));
    }
    expect(faults).toEqual([]);
  });

  it('of an operator may have a host on the same network', () => {
    expect(['vouch@localhost', 'vouch@mail.example.org'].map(isLocalAddress)).toEqual([true, true]);
    expect(['vouch', 'vouch@', '=?x?q?=41?=@localhost', 'a@b@localhost'].map(isLocalAddress)).toEqual([false, false, false, false]);
  });

  it.each([
    ['Vouch <vouch@example.org>', { name: 'Vouch', address: 'vouch@example.org' }],
    ['"Vouch, Inc." <vouch@example.org>', { name: 'Vouch, Inc.', address: 'vouch@example.org' }],
    ['vouch@localhost', { name: '', address: 'vouch@localhost' }],
    ['Vouch <vouch@example.org', null],
    ['Vouch', null],
    ['Vouch <=?x?q?=41?=@example.org>', null],
    ['Vouch <a@x.yz> <b@x.yz>', null],
  ])('with a name: %s', (text, sender) => expect(parseSender(text)).toEqual(sender));
});

const alike = (text: string): string => text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase();

import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { EMAIL } from '../../src/contracts/email.ts';
import { EMAIL as EMAIL_OF_PARTNERS } from '../../src/domain/partner/rules.ts';
import { safeMessage } from '../../src/providers/mail/headers.ts';

/** An address is taken from a person only where mail for it goes to it, and to nobody else. */

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
  const { envelope } = await transport.sendMail({ from: 'vouch@example.org', to, text: '' });
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
];

describe('an address', () => {
  it.each(GOOD)('%s is taken, and gets its mail', async (address) => {
    expect(EMAIL.test(address)).toBe(true);
    expect((await receivers(address)).map(spelled)).toEqual([spelled(address)]);
  });

  it.each(BAD)('%s is refused', (address) => expect(EMAIL.test(address)).toBe(false));

  const piece = fc.oneof(fc.constantFrom(...`@@@..,;:<>()[]"'\\-_ az19ÄßИ`), fc.constantFrom('a@x.yz', '.org', '"', 'xn--'));
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  it('whatever it is: what is taken goes to it alone', async () => {
    const taken = fc.tuple(text, text, fc.boolean()).map(([a, b, joined]) => (joined ? `${a}@${b}.org` : a));
    await fc.assert(
      fc.asyncProperty(taken, async (address) => {
        if (EMAIL.test(address) && domainToASCII(address.split('@')[1] as string) !== '')
          expect((await receivers(address)).map(spelled)).toEqual([spelled(address)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of a partner is judged alike', () => {
    expect(EMAIL_OF_PARTNERS.source).toBe(EMAIL.source);
    expect(EMAIL_OF_PARTNERS.flags).toBe(EMAIL.flags);
  });
});

import { describe, expect, test } from 'vitest';
import { LINK_MAILS } from '../../src/messages/account/link-mails.ts';
import { type LinkMailParams, renderLinkMail } from '../../src/messages/mail/link-mail.ts';

const params: LinkMailParams = { name: 'Юлія', address: 'yuliya@example.org', url: 'https://vouch.example/auth/confirm?token=abc&x=1' };
const KINDS = ['confirmation', 'password_reset', 'known_address'] as const;

describe.each(KINDS)('the mail %s', (kind) => {
  const mail = renderLinkMail(LINK_MAILS[kind], params);

  test('has a subject of one line, and greets by name, in both forms', () => {
    expect(mail.subject).toMatch(/^[^\r\n]+$/);
    for (const body of [mail.text, mail.html]) expect(body).toContain('Hello Юлія.');
  });

  test('has its whole link in the text, and escaped in the HTML', () => {
    expect(mail.text).toContain(`\n${params.url}\n`);
    const targets = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target);
    expect(new Set(targets)).toEqual(new Set(['https://vouch.example/auth/confirm?token=abc&amp;x=1']));
  });

  test('says why and to whom it was sent, without exclamation marks', () => {
    expect(mail.text).toContain('You get this because');
    expect(mail.text).toContain(params.address);
    expect(mail.text).not.toContain('!');
  });

  test('escapes what others typed', () => {
    const { html } = renderLinkMail(LINK_MAILS[kind], { ...params, address: `"><img src=x>@example.org` });
    expect(html).not.toContain('<img');
  });

  test('has no links except to the web or to a mail address', () => {
    for (const url of ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:x', 'data:text/html,x', '/auth/confirm', ''])
      expect(() => renderLinkMail(LINK_MAILS[kind], { ...params, url })).toThrow(RangeError);
  });
});

test.each([
  '',
  '  ',
  'Claim your prize at evil.example',
  'http://evil',
  'me@evil',
  'x'.repeat(81),
  'a\nb: c',
  '<b>bold</b>',
  'prize at evil。example',
  'me＠evil',
])('the name %j, which a stranger may have chosen, is left out of the greeting', (name) => {
  const mail = renderLinkMail(LINK_MAILS.confirmation, { ...params, name });
  expect(mail.text.split('\n')[0]).toBe('Hello.');
  expect(mail.html).toContain('>Hello.<');
});

test('a name of several lines becomes one line', () => {
  expect(renderLinkMail(LINK_MAILS.confirmation, { ...params, name: 'Ada\r\n Lovelace' }).text).toContain('Hello Ada Lovelace.');
});

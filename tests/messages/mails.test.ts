import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sessionDecider } from '../../src/domain/account/decide.ts';
import { sessionStream } from '../../src/domain/account/sign-in-events.ts';
import { DELIVERY_EVENTS, type DeliveryEvent, deliveryStream } from '../../src/domain/delivery/events.ts';
import type { Decider } from '../../src/domain/kernel/decider.ts';
import { SYSTEM } from '../../src/domain/kernel/event.ts';
import { handle } from '../../src/domain/kernel/handle.ts';
import { LINK_MAILS } from '../../src/messages/account/link-mails.ts';
import { type LinkMailParams, renderLinkMail } from '../../src/messages/mail/link-mail.ts';
import type { MailMessage } from '../../src/ports/mailer.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';

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

  test('says why and to whom it was sent, and has no exclamation marks', () => {
    expect(mail.text).toContain('You get this because');
    expect(mail.text).toContain(params.address);
    expect(mail.text).not.toContain('!');
  });

  test('escapes texts that people typed', () => {
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
])('the greeting leaves out the name %j, which a stranger may have chosen', (name) => {
  const mail = renderLinkMail(LINK_MAILS.confirmation, { ...params, name });
  expect(mail.text.split('\n')[0]).toBe('Hello.');
  expect(mail.html).toContain('>Hello.<');
});

test('the greeting shows a name of several lines on one line', () => {
  expect(renderLinkMail(LINK_MAILS.confirmation, { ...params, name: 'Ada\r\n Lovelace' }).text).toContain('Hello Ada Lovelace.');
});

describe('the mail about refused sign-ins', () => {
  const requestDecider: Decider<boolean, DeliveryEvent, DeliveryEvent> = {
    events: DELIVERY_EVENTS,
    initial: false,
    evolve: () => true,
    decide: (event, requested) => (requested ? [] : [event]),
  };

  let program: TestProgram;
  let owner: string;
  beforeEach(async () => {
    program = await startTestProgram({ at: '2026-11-20T22:50:00Z' });
    owner = await program.signUp('ada@example.org', 'Europe/Berlin');
  });
  afterEach(() => program.dispose());

  const context = () => ({ owner, actor: SYSTEM, correlationId: 'c', causationId: null });

  async function refuse(times: number): Promise<void> {
    for (let count = 0; count < times; count += 1)
      await handle(program.app, sessionDecider, sessionStream(program.app.newId()), { type: 'Refuse' }, context());
  }

  async function mail(): Promise<MailMessage | undefined> {
    const { app, sent, timekeeper } = program;
    const asked = {
      type: 'DeliveryRequested',
      data: { channel: 'mail', kind: 'refused_sign_ins', user_id: owner, expires_at: null },
      private: { to: 'ada@example.org', name: 'Ada' },
    } as const;
    const { position } = await handle(app, requestDecider, deliveryStream(app.newId()), asked, context());
    await app.waitForReadModels(position as string);
    await timekeeper.tick();
    return sent.find(({ subject }) => subject === 'Somebody tried to sign in to your account');
  }

  test('says when, how often and what to do, in text and HTML, and contains nothing that reports its opening', async () => {
    await refuse(12);
    const sent = await mail();
    expect(sent?.to).toEqual({ address: 'ada@example.org', name: 'Ada' });
    const { text, html } = sent as MailMessage;
    for (const form of [text, html]) {
      expect(form.replaceAll('&#x2B;', '+')).toContain(
        'Since Friday 20 November 2026, 23:50 (UTC+01:00) a wrong password has been tried 12 times. Each of these tries was refused, and nobody got in by any of them.',
      );
      expect(form).toContain('A new password is wise all the same');
      expect(form).toContain('http://127.0.0.1:3000/auth/forgot');
      expect(form).not.toContain('!</');
      expect(form).not.toContain('token=');
    }
    expect(html).not.toMatch(/<img|<script|src=/);
    expect(new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target))).toEqual(
      new Set(['http://127.0.0.1:3000/auth/forgot']),
    );
  });

  test('names its day if it is sent on a later day', async () => {
    await refuse(10);
    await program.to('2026-11-21T09:00:00Z');
    await refuse(2);
    expect((await mail())?.text).toContain('On Friday 20 November 2026 a wrong password was tried at least 10 times.');
  });

  test('is given up if there were no refused sign-ins', async () => {
    expect(await mail()).toBeUndefined();
  });
});

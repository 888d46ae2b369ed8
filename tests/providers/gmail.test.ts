import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MailboxClosed, MailNotSent, type PersonalMail } from '../../src/ports/mailer.ts';
import type { Access, Connections } from '../../src/ports/oauth.ts';
import { gmail } from '../../src/providers/mail/gmail.ts';
import { startGmail } from '../support/github/gmail.ts';

const SEND = 'https://www.googleapis.com/auth/gmail.send';
const READ = 'https://www.googleapis.com/auth/gmail.readonly';
let double: Awaited<ReturnType<typeof startGmail>>;
beforeAll(async () => {
  double = await startGmail();
});
afterAll(() => double.close());

let access: Access | null;
const refused = vi.fn(async () => undefined);
const connections: Connections = { tokenOf: async () => access, refused };
const box = () => gmail({ connections, url: double.url });
function connected(scopes: readonly string[] = [SEND], token = 't1'): void {
  access = { token, id: '110', scopes };
  double.world.tokens.set(token, scopes);
}
beforeEach(() => {
  double.world.tokens.clear();
  double.world.taken.length = 0;
  double.world.faults.length = 0;
  refused.mockClear();
  connected();
});

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
const mail = (fields: Partial<PersonalMail> = {}): PersonalMail => ({
  sender: { name: 'Ada Ode', address: 'ada@example.org' },
  to: ['bo@example.org'],
  cc: ['cy@example.org'],
  bcc: ['eve@example.org'],
  subject: 'Ämter',
  text: 'Could you confirm Friday?\n\nAda',
  messageId: '<e1.1@vouch.example.com>',
  at: '2026-11-20T12:00:00.000Z',
  userId: 'u',
  attachments: [{ filename: 'plan ü.txt', content_type: 'text/plain', size: 4, content: bytes('Plan') }],
  ...fields,
});
const faultOf = (sending: Promise<unknown>): Promise<Error> =>
  sending.then(
    () => Promise.reject(new Error('It was sent.')),
    (error: Error) => error,
  );

test('a mail is sent unchanged, with our Message-ID, to all recipients, and Gmail’s id is returned', async () => {
  expect(await box().send(mail())).toEqual({ refused: [], provider_id: '18c0' });
  const [{ mail: taken, raw } = { mail: null, raw: '' }] = double.world.taken;
  expect(taken).toMatchObject({
    to: [{ address: 'bo@example.org' }],
    cc: [{ address: 'cy@example.org' }],
    bcc: [{ address: 'eve@example.org' }],
    subject: 'Ämter',
    messageId: '<e1.1@vouch.example.com>',
    date: '2026-11-20T12:00:00.000Z',
    attachments: [{ filename: 'plan ü.txt', mimeType: 'text/plain' }],
  });
  expect(taken?.text?.trim().replaceAll('\r\n', '\n')).toBe('Could you confirm Friday?\n\nAda');
  // Gmail writes the sender: the mailbox may have another address than the account.
  expect(raw).not.toMatch(/^From:/m);
});

test('a subject that looks encoded arrives as it was written', async () => {
  await box().send(mail({ subject: '=?utf-8?Q?hi?=' }));
  expect(double.world.taken[0]?.mail?.subject).toBe('=?utf-8?Q?hi?=');
});

describe('a mail that Gmail does not accept', () => {
  test('ends the connection and counts as not sent if the token was revoked', async () => {
    double.world.tokens.clear();
    expect(await faultOf(box().send(mail()))).toBeInstanceOf(MailboxClosed);
    expect(refused).toHaveBeenCalledWith('u', 'google', 't1');
  });

  test('counts as not sent if the connection may not send', async () => {
    connected([READ], 't2');
    expect([await box().isOf('u'), await faultOf(box().send(mail()))]).toEqual([false, expect.any(MailboxClosed)]);
    access = null;
    expect(await box().isOf('u')).toBe(false);
  });

  test.each([400, 403, 413, 429])(
    'counts as not sent after a refusal with %i, with a reason that contains nothing personal',
    async (status) => {
      double.world.faults.push({ status, reason: 'userRateLimitExceeded' });
      const fault = await faultOf(box().send(mail()));
      expect([fault instanceof MailNotSent, fault instanceof MailboxClosed]).toEqual([true, false]);
      expect(fault.message).toBe(`Refused by Gmail: ${status} userRateLimitExceeded.`);
    },
  );

  test.each([[{ status: 503 }], ['cut' as const], ['lost' as const]])('counts as unknown after %j', async (how) => {
    double.world.faults.push(how);
    const fault = await faultOf(box().send(mail({ attachments: [] })));
    expect(fault).not.toBeInstanceOf(MailNotSent);
  });

  test('counts as not sent if nothing listens there', async () => {
    const gone = await startGmail();
    await gone.close();
    const nowhere = gmail({ connections, url: gone.url });
    expect(await faultOf(nowhere.send(mail()))).toBeInstanceOf(MailNotSent);
  });

  test('counts as not sent if an attachment cannot be read', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('Pl');
      throw new Error('gone');
    }
    const attachments = [{ filename: 'a.txt', content_type: 'text/plain', size: 4, content: broken() }];
    expect(await faultOf(box().send(mail({ attachments })))).toEqual(new MailNotSent('An attachment could not be read.'));
    expect(double.world.taken).toEqual([]);
  });

  test('is not sent from another address because Google does not answer', async () => {
    const silent: Connections = { tokenOf: () => Promise.reject(new Error('down')), refused };
    const mailbox = gmail({ connections: silent, url: double.url });
    expect([await mailbox.isOf('u'), await faultOf(mailbox.send(mail()))]).toEqual([true, expect.any(MailNotSent)]);
  });
});

test('whether a mail was sent is looked up if the scope allows it; a mail that is not found may have another Message-ID', async () => {
  await box().send(mail());
  expect(await box().wasSent('<e1.1@vouch.example.com>', 'u')).toBeNull();
  connected([SEND, READ], 't3');
  expect([await box().wasSent('<e1.1@vouch.example.com>', 'u'), await box().wasSent('<e2.1@vouch.example.com>', 'u')]).toEqual([
    true,
    null,
  ]);
});

import PostalMime, { decodeWords } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import type { MailCopy } from '../../src/ports/files.ts';
import { type Mailer, type MailMessage, MailRefused } from '../../src/ports/mailer.ts';
import { mailboxMailer } from '../../src/providers/mail/development.ts';
import { smtpMailer } from '../../src/providers/mail/smtp.ts';
import { listen } from '../servers/listening.ts';

describe('mail over SMTP', () => {
  const MESSAGE: MailMessage = {
    to: { address: 'ann@example.com', name: 'Ann Äther' },
    subject: 'Confirm your address',
    text: 'Open https://vouch.example.com/auth/confirm?token=abc',
    html: '<p>Open it.</p>',
    messageId: '<d1@vouch.example.com>',
    at: '2026-11-20T12:00:00.000Z',
    userId: 'u',
  };

  const servers: SMTPServer[] = [];
  const mailers: Mailer[] = [];
  afterEach(async () => {
    for (const mailer of mailers.splice(0)) await mailer.close();
    for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(resolve));
  });

  const refuse = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code });

  /** Where a test's mail goes. */
  interface Target {
    readonly host: string;
    /** Options in the address. */
    readonly query?: string;
    readonly insecure?: boolean;
  }
  const LOOPBACK: Target = { host: '127.0.0.1' };
  /** It leads to this machine, too, but is not a loopback address. */
  const BEYOND: Target = { host: '0.0.0.0' };

  /** An SMTP server that behaves as the test says. `mails` holds what it has accepted. */
  async function start(options: SMTPServerOptions, after: (server: SMTPServer) => void = () => undefined, to = LOOPBACK) {
    const mails: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          mails.push(Buffer.concat(parts).toString());
          after(server);
          done();
        });
      },
      ...options,
    });
    servers.push(server);
    server.on('error', () => undefined);
    const port = await listen(server.server);
    const url = `smtp://${to.host}:${port}/${to.query ?? ''}`;
    const mailer = smtpMailer({ url, from: 'Vouch <vouch@example.com>', insecure: to.insecure ?? false });
    mailers.push(mailer);
    return { mails, mailer, port };
  }

  test('arrives complete, with the Message-ID and the date that were given', async () => {
    const { mails, mailer } = await start({});
    expect(await mailer.send(MESSAGE)).toEqual({ message_id: '<d1@vouch.example.com>' });
    const mail = await PostalMime.parse(mails[0] as string);
    expect(mail).toMatchObject({
      subject: 'Confirm your address',
      messageId: '<d1@vouch.example.com>',
      from: { address: 'vouch@example.com', name: 'Vouch' },
      to: [{ address: 'ann@example.com', name: 'Ann Äther' }],
    });
    expect(mail.text).toContain('https://vouch.example.com/auth/confirm?token=abc');
    expect(new Date(mail.date as string).toISOString()).toBe(MESSAGE.at);
  });

  test('that is refused for good with a 5xx throws MailRefused, without the address in its message', async () => {
    const { mailer } = await start({ onRcptTo: (address, _session, done) => done(refuse(550, `No such user ${address.address}`)) });
    const refusal = await mailer.send(MESSAGE).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MailRefused);
    expect((refusal as Error).message).toContain('550');
    expect((refusal as Error).message).not.toContain('ann@');
  });

  test('that is refused for now with a 4xx may be tried again', async () => {
    const { mailer } = await start({ onRcptTo: (_address, _session, done) => done(refuse(451, 'Try again later')) });
    const refusal = await mailer.send(MESSAGE).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).not.toBeInstanceOf(MailRefused);
  });

  test('to a server that is down may be tried again', async () => {
    const { mailer, port } = await start({});
    await new Promise<void>((resolve) => servers.splice(0)[0]?.close(resolve));
    const refusal = await mailer.send(MESSAGE).catch((error: unknown) => error as Error);
    expect((refusal as Error).message).toContain('ESOCKET');
    expect(refusal).not.toBeInstanceOf(MailRefused);
    expect(port).toBeGreaterThan(0);
  });

  test('whose connection breaks after the server accepted it may be tried again, with the same Message-ID', async () => {
    let cuts = 1;
    const { mails, mailer } = await start({}, (server) => {
      if (cuts-- > 0)
        for (const connection of server.connections) (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
    });
    await expect(mailer.send(MESSAGE)).rejects.not.toBeInstanceOf(MailRefused);
    await mailer.send(MESSAGE);
    const ids = await Promise.all(mails.map(async (mail) => (await PostalMime.parse(mail)).messageId));
    expect(ids).toEqual(['<d1@vouch.example.com>', '<d1@vouch.example.com>']);
  });

  test.each([
    ['a subject', { subject: 'Hello\r\nBcc: everyone@example.com' }],
    ['a name', { to: { address: 'ann@example.com', name: 'Ann\r\nBcc: everyone@example.com' } }],
    ['a Message-ID', { messageId: '<d1@vouch.example.com>\r\nBcc: everyone@example.com' }],
  ])('takes no further header from %s', async (_, field) => {
    const { mails, mailer } = await start({});
    await mailer.send({ ...MESSAGE, ...field });
    const mail = await PostalMime.parse(mails[0] as string);
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.bcc ?? []).toEqual([]);
  });

  test.each([
    '=?utf-8?Q?hi?=',
    '=?utf-8?B?aGk=?= and =?x',
    `=?utf-8?Q?hi?= ${'long '.repeat(40)}end`,
    '=?ü?Q?hi?=',
    'a "quote" =?utf-8?Q?\\?=',
  ])('arrives with the subject and the names as they were written: %s', async (text) => {
    const { mails, mailer } = await start({});
    await mailer.send({ ...MESSAGE, subject: text, to: { address: 'ann@example.com', name: text }, headers: { 'list-id': text } });
    const mail = await PostalMime.parse(mails[0] as string);
    expect([mail.subject, mail.to?.[0]]).toEqual([text, { address: 'ann@example.com', name: text }]);
    expect(decodeWords(mail.headers.find(({ key }) => key === 'list-id')?.value ?? '')).toBe(text);
    expect(mails[0]?.split('\r\n').filter((line) => line.length > 998)).toEqual([]);
  });

  test('arrives with file names that are not decoded', async () => {
    const { mails, mailer } = await start({});
    const content = new Uint8Array([1]);
    await mailer.send({ ...MESSAGE, attachments: [{ filename: '=?utf-8?Q?hi?=.pdf', content_type: 'application/pdf', content }] });
    expect((await PostalMime.parse(mails[0] as string)).attachments[0]?.filename).toBe('=_utf-8?Q?hi?=.pdf');
  });

  test('to an address with letters beyond ASCII before the @ is refused with an explanation if the server lacks SMTPUTF8', async () => {
    const seen: string[] = [];
    const options: SMTPServerOptions = { onMailFrom: (from, _session, done) => done(void seen.push(from.address)) };
    const to = { address: 'jürgen@bücher.example', name: '' };
    const lacking = await start({ ...options, hideSMTPUTF8: true });
    const refusal = await lacking.mailer.send({ ...MESSAGE, to }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MailRefused);
    expect((refusal as Error).message).toMatch(/letters beyond ASCII before the @/);
    expect([lacking.mails, seen]).toEqual([[], []]);
    const able = await start(options);
    await able.mailer.send({ ...MESSAGE, to });
    expect(able.mails).toHaveLength(1);
    await lacking.mailer.send({ ...MESSAGE, to: { address: 'jurgen@BÜCHER.example', name: '' } });
    expect(lacking.mails[0]).toContain('jurgen@xn--bcher-kva.example');
  });

  test('to an address that needs SMTPUTF8 may be tried again while the server is down', async () => {
    const mailer = smtpMailer({ url: 'smtp://127.0.0.1:9', from: 'vouch@example.com', insecure: false });
    mailers.push(mailer);
    const refusal = await mailer.send({ ...MESSAGE, to: { address: 'jürgen@example.com', name: '' } }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).not.toBeInstanceOf(MailRefused);
  });

  test('has the sender that the operator has set, whatever is in its name', async () => {
    const { mails, port } = await start({});
    const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: '"Vouch, Inc." <vouch@example.com>', insecure: false });
    mailers.push(mailer);
    await mailer.send(MESSAGE);
    expect((await PostalMime.parse(mails[0] as string)).from).toEqual({ address: 'vouch@example.com', name: 'Vouch, Inc.' });
  });

  test('to an address with anything else in it is refused before anything is sent', async () => {
    const { mails, mailer } = await start({});
    for (const address of ['ann@example.com\r\nRCPT TO:<eve@example.com>', 'ann@example.com, eve@example.com', 'Ann <ann@example.com>']) {
      await expect(mailer.send({ ...MESSAGE, to: { address, name: '' } })).rejects.toBeInstanceOf(MailRefused);
    }
    expect(mails).toEqual([]);
  });

  test.each([
    ['as it is', BEYOND],
    ['with options in its address', { ...BEYOND, query: '?ignoreTLS=true&requireTLS=false&opportunisticTLS=true' }],
  ])('to a server beyond this machine without STARTTLS is not sent (%s)', async (_, to) => {
    const seen: string[] = [];
    const { mails, mailer } = await start({ onMailFrom: (from, _session, done) => done(void seen.push(from.address)) }, undefined, to);
    const refusal = await mailer.send(MESSAGE).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).not.toBeInstanceOf(MailRefused);
    expect([mails, seen]).toEqual([[], []]);
  });

  test('to a server beyond this machine is encrypted if the server offers STARTTLS', async () => {
    const secure: boolean[] = [];
    const noteSecure: SMTPServerOptions['onMailFrom'] = (_from, session, done) => done(void secure.push(session.secure));
    // The server's certificate is its own, which no authority has signed.
    const to = { ...BEYOND, query: '?tls.rejectUnauthorized=false&ignoreTLS=true' };
    const { mails, mailer } = await start({ disabledCommands: [], onMailFrom: noteSecure }, undefined, to);
    await mailer.send(MESSAGE);
    expect([mails.length, secure]).toEqual([1, [true]]);
  });

  test('to a server beyond this machine whose certificate nobody has signed is not sent', async () => {
    const { mails, mailer } = await start({ disabledCommands: [] }, undefined, BEYOND);
    await expect(mailer.send(MESSAGE)).rejects.not.toBeInstanceOf(MailRefused);
    expect(mails).toEqual([]);
  });

  test('is sent unencrypted beyond this machine only if the operator asks for it', async () => {
    const { mails, mailer } = await start({}, undefined, { ...BEYOND, insecure: true });
    await mailer.send(MESSAGE);
    expect(mails).toHaveLength(1);
  });
});

test('the development mailbox shows attachments and headers of a mail, without anything that could begin a header', async () => {
  const kept: MailCopy[] = [];
  const mailer = mailboxMailer({ add: async (mail) => void kept.push(mail) }, 'Vouch <vouch@example.org>');
  await mailer.send({
    to: { address: 'ada@example.org', name: 'Ada\r\nBcc: all@example.org' },
    subject: '=?utf-8?Q?week?= 47',
    text: 'text',
    html: '<p>html</p>',
    messageId: '<1@example.org>',
    at: '2026-11-23T07:00:00.000Z',
    userId: 'ada',
    headers: { 'list-unsubscribe': '<https://vouch.example/settings/notifications>\r\nX: y' },
    attachments: [{ filename: 'week\n.pdf', content_type: 'application/pdf', content: new Uint8Array(7) }],
  });
  expect(kept[0]?.subject).toBe('=?utf-8?Q?week?= 47');
  expect(kept[0]?.attachments).toEqual([{ filename: 'week .pdf', content_type: 'application/pdf', size: 7 }]);
  expect(kept[0]?.headers['list-unsubscribe']).toBe('<https://vouch.example/settings/notifications> X: y');
  for (const value of Object.values(kept[0]?.headers ?? {})) expect(value).not.toMatch(/[\r\n]/);
});

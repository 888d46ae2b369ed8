import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import type { MailCopy } from '../../src/ports/files.ts';
import { MailNotSent, type PersonalMail } from '../../src/ports/mailer.ts';
import { personalMailbox } from '../../src/providers/mail/development.ts';
import { personalSmtp } from '../../src/providers/mail/personal-smtp.ts';
import { listen } from '../servers/listening.ts';

const FROM = 'Vouch <vouch@example.com>';
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

const servers: SMTPServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((resolve) => server.close(resolve));
});
const refuse = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code });
const cut = (server: SMTPServer): void => {
  for (const connection of server.connections) (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
};

/** A mail server that behaves as the test says, and what it has got. */
async function start(options: SMTPServerOptions = {}, after: (server: SMTPServer) => boolean = () => false) {
  const got: { readonly to: readonly string[]; readonly raw: string }[] = [];
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        got.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(parts).toString() });
        if (!after(server)) done();
      });
    },
    ...options,
  });
  servers.push(server);
  server.on('error', () => undefined);
  const port = await listen(server.server);
  return { got, server, mailer: personalSmtp({ url: `smtp://127.0.0.1:${port}`, from: FROM, insecure: false }) };
}

const faultOf = (sending: Promise<unknown>): Promise<Error> =>
  sending.then(
    () => Promise.reject(new Error('It was sent.')),
    (error: Error) => error,
  );

describe('a person’s mail over SMTP', () => {
  test('is sent under their name from the address of the program, and replies go to them', async () => {
    const { got, mailer } = await start();
    expect(await mailer.send(mail())).toEqual({ refused: [] });
    expect(got[0]?.to).toEqual(['bo@example.org', 'cy@example.org', 'eve@example.org']);
    const { raw } = got[0] as { raw: string };
    const read = await PostalMime.parse(raw);
    expect(read).toMatchObject({
      from: { name: 'Ada Ode', address: 'vouch@example.com' },
      replyTo: [{ name: 'Ada Ode', address: 'ada@example.org' }],
      to: [{ address: 'bo@example.org' }],
      cc: [{ address: 'cy@example.org' }],
      subject: 'Ämter',
      messageId: '<e1.1@vouch.example.com>',
    });
    expect(read.text?.trim()).toBe('Could you confirm Friday?\n\nAda');
    expect(read.attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer).toString()])).toEqual([
      ['plan ü.txt', 'Plan'],
    ]);
    expect(new Date(read.date as string).toISOString()).toBe('2026-11-20T12:00:00.000Z');
    expect(raw).not.toMatch(/eve@|auto-submitted/i);
    expect(await mailer.wasSent('<e1.1@vouch.example.com>', 'u')).toBeNull();
  });

  test.each([
    ['a name', { sender: { name: 'Ada\r\nBcc: all@example.org', address: 'ada@example.org' } }],
    ['a subject', { subject: 'Hello\r\nBcc: all@example.org' }],
    ['a Message-ID', { messageId: '<e1@x>\r\nBcc: all@example.org' }],
    ['the name of a file', { attachments: [{ filename: 'a\r\nBcc: all@x.png', content_type: 'image/png', size: 1, content: bytes('x') }] }],
  ])('takes no further header from %s', async (_, fields) => {
    const { got, mailer } = await start();
    await mailer.send(mail(fields));
    const read = await PostalMime.parse(got[0]?.raw ?? '');
    expect(read.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(got[0]?.to).toHaveLength(3);
  });

  test('has no characters in its headers that change the direction of text', async () => {
    const { got, mailer } = await start();
    const attachments = [{ filename: 'a\u202egnp.exe', content_type: 'image/png', size: 1, content: bytes('x') }];
    await mailer.send(mail({ sender: { name: 'A\u202eda', address: 'ada@example.org' }, subject: 'a\u2066b', attachments }));
    const { from, subject, attachments: files } = await PostalMime.parse(got[0]?.raw ?? '');
    expect([from?.name, subject, files[0]?.filename]).toEqual(['Ada', 'ab', 'agnp.exe']);
  });

  test('arrives with the subject and the names as they were written', async () => {
    const { got, mailer } = await start();
    const text = '=?utf-8?Q?hi?=';
    const sender = { name: text, address: 'ada@example.org' };
    await mailer.send(
      mail({ sender, subject: text, attachments: [{ filename: `${text}.txt`, content_type: 'text/plain', size: 1, content: bytes('x') }] }),
    );
    const { from, replyTo, subject, attachments } = await PostalMime.parse(got[0]?.raw ?? '');
    expect([from?.name, replyTo?.[0]?.name, subject, attachments[0]?.filename]).toEqual([text, text, text, '=_utf-8?Q?hi?=.txt']);
  });

  test('to an address with letters beyond ASCII before the @ is refused with the reason if the server lacks SMTPUTF8', async () => {
    const lacking = await start({ hideSMTPUTF8: true });
    for (const where of ['to', 'cc', 'bcc']) {
      const fault = await faultOf(lacking.mailer.send(mail({ [where]: ['jürgen@example.org'] })));
      expect(fault).toBeInstanceOf(MailNotSent);
      expect(fault.message).toMatch(/letters beyond ASCII before the @/);
    }
    expect(lacking.got).toEqual([]);
    const able = await start();
    await able.mailer.send(mail({ to: ['jürgen@example.org'], cc: [], bcc: [] }));
    expect(able.got[0]?.to).toEqual(['jürgen@example.org']);
  });

  test('names a refused address as it was typed', async () => {
    const { mailer } = await start({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('cy') ? refuse(550, 'No such user') : undefined),
    });
    expect(await mailer.send(mail({ cc: ['cy@bücher.example'] }))).toEqual({ refused: ['cy@bücher.example'] });
  });

  test('to an address with anything else in it is not sent', async () => {
    const { got, mailer } = await start();
    for (const address of ['=?x?q?=41?=@x.org', 'a@x.org\r\nRCPT TO:<eve@x.org>', 'a@x.org, b@x.org', 'A <a@x.org>'])
      for (const where of ['to', 'cc', 'bcc']) expect(await faultOf(mailer.send(mail({ [where]: [address] })))).toBeInstanceOf(MailNotSent);
    expect(got).toEqual([]);
  });

  test('names the addresses that the server refused while it accepted others', async () => {
    const { got, mailer } = await start({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('cy') ? refuse(550, `No such user ${address}`) : undefined),
    });
    expect(await mailer.send(mail())).toEqual({ refused: ['cy@example.org'] });
    expect(got[0]?.to).toEqual(['bo@example.org', 'eve@example.org']);
  });

  test.each<[string, SMTPServerOptions, RegExp]>([
    ['every address is refused', { onRcptTo: (_to, _session, done) => done(refuse(550, 'No such user bo@')) }, /550 at RCPT TO/],
    ['the server cannot take it for now', { onRcptTo: (_to, _session, done) => done(refuse(451, 'Later')) }, /451/],
    ['the sender is refused', { onMailFrom: (_from, _session, done) => done(refuse(553, 'Not you')) }, /553 at MAIL FROM/],
    [
      'the content is refused',
      {
        onData(stream, _session, done) {
          stream.resume().on('end', () => done(refuse(554, 'Spam')));
        },
      },
      /554 at DATA/,
    ],
  ])('counts as not sent if %s', async (_, options, said) => {
    const { mailer } = await start(options);
    const fault = await faultOf(mailer.send(mail()));
    expect(fault).toBeInstanceOf(MailNotSent);
    expect(fault.message).toMatch(said);
    expect(fault.message).not.toMatch(/bo@|Spam/);
  });

  test('counts as not sent if the connection breaks before the content, or nothing listens there', async () => {
    const broken = await start({ onRcptTo: () => cut(broken.server) });
    expect(await faultOf(broken.mailer.send(mail()))).toBeInstanceOf(MailNotSent);
    const { mailer, server } = await start();
    await new Promise<void>((resolve) => server.close(resolve));
    expect(await faultOf(mailer.send(mail()))).toBeInstanceOf(MailNotSent);
  });

  test('counts as not sent if an attachment cannot be read', async () => {
    const { got, mailer } = await start();
    // biome-ignore lint/correctness/useYield: it fails before its first piece
    async function* unreadable(): AsyncGenerator<Uint8Array> {
      throw new Error('The disk is gone.');
    }
    const attachments = [{ filename: 'a.png', content_type: 'image/png', size: 1, content: unreadable() }];
    expect(await faultOf(mailer.send(mail({ attachments })))).toEqual(new MailNotSent('An attachment could not be read.'));
    expect(got).toEqual([]);
  });

  test('counts as unknown if the connection breaks after the server has the content', async () => {
    const { got, mailer } = await start({}, (server) => {
      cut(server);
      return true;
    });
    const fault = await faultOf(mailer.send(mail()));
    expect(got).toHaveLength(1);
    expect(fault).not.toBeInstanceOf(MailNotSent);
    expect(fault.message).toMatch(/^The connection to the mail server broke off/);
  });
});

test('in development a person’s mail is in the mailbox with all its recipients, and can be looked up there', async () => {
  const kept = new Map<string, MailCopy>();
  const mailer = personalMailbox({ add: async (copy) => void kept.set(copy.id, copy), has: async (id) => kept.has(id) }, FROM);
  expect(await mailer.wasSent('<e1.1@vouch.example.com>', 'u')).toBe(false);
  expect(await mailer.send(mail())).toEqual({ refused: [] });
  expect(await mailer.wasSent('<e1.1@vouch.example.com>', 'u')).toBe(true);
  const [copy] = kept.values();
  expect(copy).toMatchObject({
    id: 'e1.1',
    to: ['bo@example.org', 'cy@example.org', 'eve@example.org'],
    from: 'Ada Ode <vouch@example.com>',
    subject: 'Ämter',
    attachments: [{ filename: 'plan ü.txt', content_type: 'text/plain', size: 4 }],
  });
  expect(copy?.headers).toMatchObject({ to: 'bo@example.org', cc: 'cy@example.org', 'reply-to': 'Ada Ode <ada@example.org>' });
  expect(JSON.stringify(copy?.headers)).not.toContain('eve@');
});

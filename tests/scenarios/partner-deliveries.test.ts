import { createServer } from 'node:http';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPartnerLink } from '../../src/app/partner/partner-answers.ts';
import { sendSummary } from '../../src/app/partner/partner-notices.ts';
import { pageDates } from '../../src/app/partner/partner-summary.ts';
import { type MailMessage, MailRefused } from '../../src/ports/mailer.ts';
import { WhatsAppRefused } from '../../src/ports/whatsapp.ts';
import { historyOf } from '../../src/projections/history/timeline.ts';
import { noticesOf } from '../../src/projections/partner/notices.ts';
import { smtpMailer } from '../../src/providers/mail/smtp.ts';
import { cloudWhatsApp } from '../../src/providers/whatsapp/cloud.ts';
import { close, listen } from '../servers/listening.ts';
import { PARTNER_EMAIL, type PartnerProgram, startPartnerProgram } from '../support/partner-program.ts';
import { choose } from '../support/reminders.ts';

describe('the deliveries to a partner', () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  /** Sends to everybody except the partner; for the partner it does what the test says. */
  async function programWith(toPartner: (message: MailMessage) => void): Promise<PartnerProgram & { readonly tried: MailMessage[] }> {
    const tried: MailMessage[] = [];
    const sent: MailMessage[] = [];
    const mailer = {
      send: async (message: MailMessage) => {
        if (message.to.address === PARTNER_EMAIL) {
          tried.push(message);
          toPartner(message);
        }
        sent.push(message);
        return { message_id: message.messageId };
      },
      close: async () => undefined,
    };
    const program = await startPartnerProgram({ mailer, sent });
    closers.push(() => program.dispose());
    return { ...program, tried };
  }

  const shownInHistory = async ({ app, owner }: PartnerProgram) =>
    (await historyOf(app.views, owner, { type: 'partner' }, { limit: 50 })).items.map(({ doc }) => [doc.action, doc.data] as const);

  describe('a mail to the partner', () => {
    test('is tried again for six hours while the mail server is down, and arrives once', async () => {
      let down = true;
      const program = await programWith(() => {
        if (down) throw new Error('The mail server did not take it: ECONNECTION.');
      });
      await program.invite();
      await program.to('2026-11-16T15:00:00.000Z');
      down = false;
      await program.to('2026-11-16T22:00:00.000Z');
      expect(program.toPartner()).toHaveLength(1);
      expect(new Set(program.tried.map(({ messageId, text }) => `${messageId} ${text}`)).size).toBe(1);
      expect((await shownInHistory(program)).map(([action]) => action)).toEqual(['DeliverySent', 'PartnerInvited']);
    });

    test('that is refused for good is reported to the owner, with advice', async () => {
      const program = await programWith(() => {
        throw new MailRefused('Refused by the mail server: 550 at RCPT TO.');
      });
      await program.invite();
      expect(program.tried).toHaveLength(1);
      expect((await shownInHistory(program))[0]).toEqual([
        'DeliveryFailed',
        {
          attempt: 1,
          reason: 'Refused by the mail server: 550 at RCPT TO.',
          next_attempt_at: null,
          kind: 'partner_invitation',
          channel: 'mail',
        },
      ]);
    });

    test('that waits is not sent when the partner unsubscribes or is removed meanwhile', async () => {
      let down = false;
      const program = await programWith(() => {
        if (down) throw new Error('busy');
      });
      const id = await program.invite();
      await program.accept();
      down = true;
      await program.seen(await sendSummary(program.app, program.owner, 'now'));
      await program.change(id, { status: 'removed' });
      down = false;
      await program.to('2026-11-16T12:00:00.000Z');
      expect(program.toPartner().map(({ subject }) => subject)).toEqual([
        'Robin asks you to be their accountability partner',
        'You are no longer the partner of Robin',
      ]);
    });
  });

  test('over real SMTP has complete headers, and names cannot inject any', async () => {
    const received: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          received.push(Buffer.concat(chunks).toString('utf8'));
          done();
        });
      },
    });
    const port = await listen(server.server);
    closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const smtp = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Vouch <vouch@localhost>', insecure: false });
    const program = await startPartnerProgram();
    closers.push(
      () => program.dispose(),
      () => smtp.close(),
    );
    await program.invite({ name: 'Søren "X" <a@evil.example>,\r\nBcc: all@evil.example' });
    await program.accept();
    await program.promise(program.owner, { title: 'One\u2028Bcc: all@evil.example', due_date: '2026-11-16' });
    await program.to('2026-11-17T00:00:00.000Z');
    for (const message of program.toPartner()) await smtp.send(message);
    expect(received).toHaveLength(program.toPartner().length);
    for (const source of received) {
      const [head = ''] = source.split('\r\n\r\n');
      expect(head).not.toMatch(/^Bcc:/im);
      expect(head.match(/^To:.*/gim)).toHaveLength(1);
      expect(head.replaceAll(/\r\n\s+/g, ' ')).toMatch(
        /^List-Unsubscribe: <http:\/\/127\.0\.0\.1:3000\/partner\/[0-9a-f]{80}\/unsubscribe>$/im,
      );
      expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im);
    }
  });

  describe('the WhatsApp Cloud API', () => {
    type Asked = { readonly url: string; readonly authorization: string; readonly body: Record<string, unknown> };
    async function cloud(status: number, answer: object, template: { name: string; language: string } | null = null) {
      const asked: Asked[] = [];
      const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          asked.push({
            url: request.url ?? '',
            authorization: request.headers.authorization ?? '',
            body: JSON.parse(Buffer.concat(chunks).toString()),
          });
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
        });
      });
      const url = `http://127.0.0.1:${await listen(server)}/v1`;
      closers.push(() => close(server));
      const service = cloudWhatsApp({ token: 'secret', phoneId: '42', url, template, timeoutMs: 2_000 });
      const send = (to = '+49 (151) 234-56789') =>
        service.send({ to, text: 'One\n\nTwo', id: 'm', at: '2026-11-16T09:00:00.000Z', userId: 'u' });
      return { asked, send };
    }

    test('receives the digits of the number and the text, or a template with the text on one line', async () => {
      const plain = await cloud(200, { messages: [{ id: 'wamid.1' }] });
      expect(await plain.send()).toEqual({ message_id: 'wamid.1' });
      expect(plain.asked[0]).toMatchObject({
        url: '/v1/42/messages',
        authorization: 'Bearer secret',
        body: { messaging_product: 'whatsapp', to: '4915123456789', type: 'text', text: { body: 'One\n\nTwo' } },
      });
      const templated = await cloud(200, { messages: [{ id: 'wamid.2' }] }, { name: 'vouch_note', language: 'en' });
      await templated.send();
      expect(templated.asked[0]?.body).toMatchObject({
        template: {
          name: 'vouch_note',
          language: { code: 'en' },
          components: [{ type: 'body', parameters: [{ type: 'text', text: 'One Two' }] }],
        },
      });
    });

    test('refuses for good what no further attempt can change, and never repeats the number', async () => {
      for (const [status, code, final] of [
        [400, 131026, true],
        [404, 100, true],
        [400, 130429, false],
        [401, 190, false],
        [429, 4, false],
        [503, 2, false],
      ] as const) {
        const { send } = await cloud(status, { error: { code, message: 'to 4915123456789 failed' } });
        const error = await send().catch((fault: unknown) => fault as Error);
        expect([status, error instanceof WhatsAppRefused]).toEqual([status, final]);
        expect(String(error)).not.toContain('4915123456789');
      }
    });

    test('is not called for an invalid number, and may be unavailable', async () => {
      const { send, asked } = await cloud(200, {});
      await expect(send('123')).rejects.toBeInstanceOf(WhatsAppRefused);
      await expect(send('call me')).rejects.toBeInstanceOf(WhatsAppRefused);
      expect(asked).toEqual([]);
      const nowhere = cloudWhatsApp({ token: 't', phoneId: '1', url: 'http://127.0.0.1:1/v1', template: null, timeoutMs: 500 });
      await expect(nowhere.send({ to: '+4915123456789', text: 'x', id: 'm', at: '', userId: 'u' })).rejects.not.toBeInstanceOf(
        WhatsAppRefused,
      );
    });
  });
});

describe('the weeks of a partner', () => {
  let program: PartnerProgram;
  beforeEach(async () => {
    program = await startPartnerProgram();
  });
  afterEach(() => program.dispose());

  const sentTo = (address: string) => program.sent.filter(({ to }) => to.address === address).map(({ subject }) => subject);

  test('a week is reported once even if the day of the report moves, and a new partner gets the following one', async () => {
    const { owner } = program;
    const id = await program.invite();
    await program.accept();
    for (const due_date of ['2026-11-18', '2026-11-26'])
      await program.complete(owner, await program.promise(owner, { title: 'Kept', due_date }));
    await program.to('2026-11-23T07:00:00.000Z');
    expect(program.toPartner().at(-1)?.subject).toBe('Robin, week 47: how it went');
    await program.change(id, { email: 'noor@example.org' });
    await program.accept(program.sent.findLast(({ to }) => to.address === 'noor@example.org')?.text);
    await choose(program, owner, 'time', { weekly_report_day: 'wednesday' });
    await choose(program, owner, 'notifications', { task_reminders: false });
    await program.to('2026-11-25T12:00:00.000Z');
    expect(sentTo('noor@example.org')).toEqual(['Robin asks you to be their accountability partner']);
    await program.to('2026-12-02T12:00:00.000Z');
    expect(sentTo('noor@example.org')).toEqual(['Robin asks you to be their accountability partner', 'Robin, week 48: how it went']);
    expect((await noticesOf(program.app.views, owner))?.parts).toEqual([]);
    expect(program.errors).toEqual([]);
  });

  const pageOf = async (today: string) => {
    const token = /\/partner\/(\w+)\n/.exec(program.toPartner().at(-1)?.text ?? '')?.[1] ?? '';
    const opened = await openPartnerLink(program.app, token);
    return opened && pageDates(opened.link.message, today);
  };

  test('the page behind a notice shows the week of its day, whenever it is opened', async () => {
    await program.invite();
    await program.accept();
    await program.promise(program.owner, { title: 'Missed on a Sunday', due_date: '2026-11-22' });
    await program.to('2026-11-22T23:30:00.000Z');
    expect(program.toPartner().at(-1)?.subject).toBe('Robin: 1 missed on Sunday 22 November 2026');
    expect(await pageOf('2026-11-23')).toEqual(['2026-11-16', '2026-11-22']);
    expect(await pageOf('2026-11-22')).toEqual(['2026-11-16', '2026-11-22']);
  });

  test('the page behind a message after downtime shows all the weeks that it was about', async () => {
    await program.invite();
    await program.accept();
    await program.promise(program.owner, { title: 'Slept through', due_date: '2026-11-18' });
    program.sleep('PT240H');
    await program.timekeeper.tick();
    expect(program.toPartner().at(-1)?.text).toContain('in one message');
    expect(await pageOf('2026-11-26')).toEqual(['2026-11-16', '2026-11-26']);
    expect(await pageOf('2026-12-03')).toEqual(['2026-11-16', '2026-11-29']);
    expect(program.errors).toEqual([]);
  });
});

import { describe, expect, onTestFinished, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { addPartner, askSummary, changePartner } from '../../src/app/partner/partners.ts';
import { acknowledgeAlert } from '../../src/app/task/tasks.ts';
import { type Mailer, type MailMessage, MailRefused } from '../../src/ports/mailer.ts';
import { alertWords } from '../../src/presenters/alert.ts';
import { activeAlerts, alertsOf } from '../../src/projections/alert.ts';
import { definitionOf, historyOf } from '../../src/projections/history/timeline.ts';
import { PARTNER_EMAIL, type PartnerProgram, startPartnerProgram } from '../support/partner-program.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';

const REASON = 'Refused by the mail server: 550 at RCPT TO.';
const NOTHING = { before: {}, after: {} };

/** A mail server that refuses for good what is sent to an address of `refused`. */
async function begin() {
  const refused = new Set<string>();
  const sent: MailMessage[] = [];
  const mailer: Mailer = {
    send: async (message) => {
      if (refused.has(message.to.address)) throw new MailRefused(REASON);
      sent.push(message);
      return { message_id: message.messageId };
    },
    close: async () => undefined,
  };
  const program = await startTestProgram({ at: '2026-11-23T20:00:00Z', mailer, sent });
  const owner = await program.signUp('ada@example.org', 'Europe/Berlin');
  return { program, owner, refused };
}

const active = async ({ app }: TestProgram, owner: string) =>
  (await activeAlerts(app.views, owner)).map(({ doc }) => ({
    type: doc.type,
    severity: doc.severity,
    ...alertWords(doc, '', app.clock.now()),
  }));
/** Type, name and sentence of the history's entries, newest first, for the given names. */
const shownInHistory = async ({ app }: TestProgram, owner: string, ...names: readonly string[]) =>
  (await historyOf(app.views, owner, {}, { limit: 100 })).items
    .filter(({ doc }) => names.includes(doc.action))
    .map(({ doc }) => [doc.type, doc.action, definitionOf(doc).detail({ data: doc.data, ...NOTHING })]);

describe('a mail to the owner that is refused for good', () => {
  test('is shown in the history and in one alert, which gives advice and is resolved when a later mail arrives', async () => {
    const { program, owner, refused } = await begin();
    refused.add('ada@example.org');
    await program.to('2026-11-24T08:00:00Z');
    const advice = 'Check the email address in your profile, and whether its mailbox is full or refuses mail from Vouch.';
    const alert = {
      type: 'other',
      severity: 'medium',
      title: 'Mail to you is not delivered',
      message: `The reminder of Tuesday 24 November 2026, 08:00 could not be delivered. ${advice}`,
    };
    expect(await active(program, owner)).toEqual([alert]);
    const failure = ['account', 'DeliveryFailed', `The reminder could not be delivered. ${REASON} ${advice}`];
    expect(await shownInHistory(program, owner, 'DeliveryFailed', 'AlertRaised')).toEqual([
      ['alerts', 'AlertRaised', 'A message could not be delivered.'],
      failure,
    ]);
    await program.to('2026-11-25T08:00:00Z');
    expect([await active(program, owner), await shownInHistory(program, owner, 'DeliveryFailed')]).toEqual([[alert], [failure, failure]]);
    refused.clear();
    await program.to('2026-11-26T08:00:00Z');
    expect(await active(program, owner)).toEqual([]);
    expect(await shownInHistory(program, owner, 'AlertResolved')).toEqual([['alerts', 'AlertResolved', 'A later message arrived.']]);
    await program.dispose();
  });

  test('can be acknowledged by its owner only, and the next failure raises another alert', async () => {
    const { program, owner, refused } = await begin();
    const other = await program.signUp('eve@example.org', 'Europe/Berlin');
    refused.add('ada@example.org');
    await program.to('2026-11-24T08:00:00Z');
    const [one] = await activeAlerts(program.app.views, owner);
    const caller = (id: string) => userCaller(id, 'test');
    await expect(acknowledgeAlert(program.app, caller(other), one?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
    await expect(acknowledgeAlert(program.app, caller(owner), one?.id ?? '', 0)).rejects.toMatchObject({ code: 'precondition_failed' });
    const { position } = await acknowledgeAlert(program.app, caller(owner), one?.id ?? '', one?.doc.version);
    await program.app.waitForReadModels(position as string);
    expect(await acknowledgeAlert(program.app, caller(owner), one?.id ?? '')).toMatchObject({ position: null });
    expect(await active(program, owner)).toEqual([]);
    await program.to('2026-11-25T08:00:00Z');
    expect(await active(program, owner)).toHaveLength(1);
    expect((await alertsOf(program.app.views, owner, { limit: 10 })).items).toHaveLength(2);
    await program.dispose();
  });

  test('is not shown in the history if it only contains a link to sign in with', async () => {
    const { program, owner, refused } = await begin();
    refused.add('ada@example.org');
    await program.accounts.forgot({ email: 'ada@example.org' }, 'test');
    await program.accounts.drain();
    await program.app.waitForReadModels(await program.app.store.head());
    await program.timekeeper.tick();
    expect([await active(program, owner), await shownInHistory(program, owner, 'DeliveryFailed')]).toEqual([[], []]);
    await program.dispose();
  });
});

describe('a message to the partner that is refused for good', () => {
  test('raises an alert, which is resolved when the partner is removed', async () => {
    const { program, owner, refused } = await begin();
    refused.add('max@example.org');
    const caller = userCaller(owner, 'test');
    const { id, position } = await addPartner(program.app, caller, {
      name: 'Max',
      email: 'max@example.org',
      whatsapp: '',
      detail: 'titles',
    });
    await program.app.waitForReadModels(position as string);
    await program.timekeeper.tick();
    expect(await active(program, owner)).toMatchObject([
      {
        title: 'Your partner is not reached',
        message: expect.stringContaining("could not be delivered to your partner. Check your partner's email"),
      },
    ]);
    // a mail to the owner contains nothing of the partner's address
    await program.to('2026-11-24T08:00:00Z');
    expect(await active(program, owner)).toHaveLength(1);
    const removed = await changePartner(program.app, caller, id, { status: 'removed' }, null);
    await program.app.waitForReadModels(removed.position as string);
    expect(await active(program, owner)).toEqual([]);
    await program.dispose();
  });
});

describe('a message to the partner', () => {
  const NEW_EMAIL = 'soren.new@example.org';

  /** A partner who has accepted by mail, and a mail server that refuses for good or is busy, depending on the address. */
  async function begin() {
    const [refused, busy] = [new Set<string>(), new Set<string>()];
    const sent: MailMessage[] = [];
    const mailer: Mailer = {
      send: async (message) => {
        if (refused.has(message.to.address)) throw new MailRefused('Refused by the mail server: 550 at RCPT TO.');
        if (busy.has(message.to.address)) throw new Error('The mail server is busy: 421.');
        sent.push(message);
        return { message_id: message.messageId };
      },
      close: async () => undefined,
    };
    const program = await startPartnerProgram({ mailer, sent });
    onTestFinished(() => program.dispose());
    const id = await program.invite();
    await program.accept();
    return { program, id, refused, busy };
  }

  const active = async ({ app, owner }: PartnerProgram) =>
    (await activeAlerts(app.views, owner)).map(({ doc }) => alertWords(doc, '', app.clock.now()).title);

  test('does not raise an alert about the new address if it is a farewell to the old one', async () => {
    const { program, id, refused, busy } = await begin();
    refused.add(NEW_EMAIL);
    busy.add(PARTNER_EMAIL);
    await program.change(id, { email: NEW_EMAIL });
    expect(await active(program)).toEqual(['Your partner is not reached']);
    busy.clear();
    await program.to('2026-11-16T09:10:00.000Z');
    expect(program.toPartner().at(-1)?.subject).toBe('You are no longer the partner of Robin');
    expect(await active(program)).toEqual(['Your partner is not reached']);
  });

  test('raises one alert if several messages fail at the same instant', async () => {
    const { program, id, refused } = await begin();
    refused.add(PARTNER_EMAIL);
    const caller = userCaller(program.owner, 'test');
    await askSummary(program.app, caller, id, null);
    await program.seen((await askSummary(program.app, caller, id, null)).position);
    expect((await alertsOf(program.app.views, program.owner, { limit: 10 })).items).toHaveLength(1);
  });

  test('has its alert resolved when the partner unsubscribes from everything', async () => {
    const { program, id, refused } = await begin();
    const invitation = program.toPartner()[0]?.text ?? '';
    refused.add(PARTNER_EMAIL);
    await program.seen((await askSummary(program.app, userCaller(program.owner, 'test'), id, null)).position);
    expect(await active(program)).toEqual(['Your partner is not reached']);
    await program.stop(invitation);
    expect(await active(program)).toEqual([]);
  });
});

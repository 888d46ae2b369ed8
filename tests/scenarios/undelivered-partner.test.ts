import { expect, onTestFinished, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { askSummary } from '../../src/app/partner/partners.ts';
import { type Mailer, type MailMessage, MailRefused } from '../../src/ports/mailer.ts';
import { alertWords } from '../../src/presenters/alert.ts';
import { activeAlerts, alertsOf } from '../../src/projections/alert.ts';
import { PARTNER_EMAIL, type PartnerProgram, startPartnerProgram } from '../support/partner-program.ts';

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

const active = async ({ app, owner }: PartnerProgram) => (await activeAlerts(app.views, owner)).map(({ doc }) => alertWords(doc, '').title);

test('a farewell to the old address says nothing about the new one', async () => {
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

test('one of several messages that fail at one instant raises the alert', async () => {
  const { program, id, refused } = await begin();
  refused.add(PARTNER_EMAIL);
  const caller = userCaller(program.owner, 'test');
  await askSummary(program.app, caller, id, null);
  await program.seen((await askSummary(program.app, caller, id, null)).position);
  expect((await alertsOf(program.app.views, program.owner, { limit: 10 })).items).toHaveLength(1);
});

test('an alert about a partner is resolved when the partner unsubscribes from everything', async () => {
  const { program, id, refused } = await begin();
  const invitation = program.toPartner()[0]?.text ?? '';
  refused.add(PARTNER_EMAIL);
  await program.seen((await askSummary(program.app, userCaller(program.owner, 'test'), id, null)).position);
  expect(await active(program)).toEqual(['Your partner is not reached']);
  await program.stop(invitation);
  expect(await active(program)).toEqual([]);
});

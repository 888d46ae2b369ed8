import { expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { answerInvitation, openPartnerLink, partnerCaller } from '../../src/app/partner/partner-answers.ts';
import { addPartner, askSummary, changePartner } from '../../src/app/partner/partners.ts';
import { partnersOf } from '../../src/projections/partner/partners.ts';
import { ownPrograms, type TestProgram } from '../support/program.ts';

const { start, startAgain } = ownPrograms();
const STRANGER = 'kim@example.org';
const to = ({ sent }: TestProgram, subject: RegExp, address = STRANGER) =>
  sent.filter((mail) => mail.to.address === address && subject.test(mail.subject));
const INVITATION = /accountability partner/;

async function owners(program: TestProgram, from: number, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let n = from; n < from + count; n += 1) ids.push(await program.signUp(`owner-${n}@example.org`, 'Europe/Berlin'));
  return ids;
}

/** The owner names this person as their partner, and what is due is done. */
async function invite({ app, timekeeper }: TestProgram, owner: string, person = { email: STRANGER, whatsapp: '' }): Promise<string> {
  const { id, position } = await addPartner(app, userCaller(owner, app.newId()), { name: 'Kim', ...person, detail: 'titles' });
  if (position !== null) await app.waitForReadModels(position);
  await timekeeper.tick();
  return id;
}

async function accept({ app, timekeeper }: TestProgram, text: string): Promise<void> {
  const opened = await openPartnerLink(app, /\/partner\/(\w+)\n/.exec(text)?.[1] ?? '');
  if (opened === null) throw new Error('There is no invitation.');
  const position = await answerInvitation(app, partnerCaller(app, opened.partner), opened, 'Accept');
  if (position !== null) await app.waitForReadModels(position);
  await timekeeper.tick();
}

test('ten invitations of many owners to one address are sent on a day and the others later, also over a restart', async () => {
  let program = await start('2026-11-16T09:00:00.000Z');
  const all = await owners(program, 0, 13);
  for (const owner of all.slice(0, 12)) await invite(program, owner);
  expect(to(program, INVITATION)).toHaveLength(10);

  const before = program;
  program = await startAgain(program, '2026-11-16T12:00:00.000Z');
  program.sent.push(...before.sent);
  await invite(program, all[12] as string);
  // A person who signs up with the address, or asks for a new password, gets these mails at once.
  await program.signUp(STRANGER, 'Europe/Berlin');
  await program.accounts.forgot({ email: STRANGER }, program.app.newId());
  await program.accounts.drain();
  await program.timekeeper.tick();
  expect(to(program, /Confirm|password/i)).toHaveLength(2);
  expect(to(program, INVITATION)).toHaveLength(10);

  await program.to('2026-11-17T08:59:59.000Z');
  expect(to(program, INVITATION)).toHaveLength(10);
  await program.to('2026-11-17T12:00:00.000Z');
  expect(to(program, INVITATION)).toHaveLength(13);
  expect(new Set(to(program, INVITATION).map(({ text }) => /\/partner\/(\w+)\n/.exec(text)?.[1])).size).toBe(13);
  expect(program.errors).toEqual([]);

  // The links of a delayed message are valid as long as if it had been requested when it was sent.
  await program.to('2026-12-01T08:00:00.000Z');
  const last = to(program, INVITATION).at(-1)?.text ?? '';
  expect(last).toMatch(/1 December/);
  await accept(program, last);
});

test('subaddresses count as one mailbox, numbers by their digits, and another recipient does not wait', async () => {
  const program = await start('2026-11-16T09:00:00.000Z');
  const all = await owners(program, 0, 12);
  for (const [n, owner] of all.entries()) await invite(program, owner, { email: `kim+${n}@example.org`, whatsapp: '' });
  expect(program.sent.filter((mail) => INVITATION.test(mail.subject))).toHaveLength(10);
  for (const owner of all) {
    const [partner] = await partnersOf(program.app.views, owner);
    await changePartner(program.app, userCaller(owner, program.app.newId()), partner?.id ?? '', { status: 'removed' }, null);
  }
  const numbers = ['+49 151 23456789', '+4915123456789', '+49 (151) 2345-6789'];
  for (const [n, owner] of all.entries()) await invite(program, owner, { email: '', whatsapp: numbers[n % 3] as string });
  expect(await program.stores.outbox.list({ limit: 50 })).toHaveLength(10);
  await invite(program, (await owners(program, 20, 1))[0] as string, { email: '', whatsapp: '+49 151 98765432' });
  expect(await program.stores.outbox.list({ limit: 50 })).toHaveLength(11);
});

test('strangers who invite a partner delay a summary by hand for a day at most, and delay no message that is sent by itself', async () => {
  const program = await start('2026-11-16T09:00:00.000Z');
  const [ada, ...strangers] = (await owners(program, 0, 26)) as [string, ...string[]];
  const partner = await invite(program, ada);
  await accept(program, to(program, INVITATION)[0]?.text ?? '');
  await program.promise(ada, { title: 'Water the plants', due_date: '2026-11-16' });
  await program.to('2026-11-16T12:00:00.000Z');
  for (const stranger of strangers) await invite(program, stranger);
  expect(to(program, INVITATION)).toHaveLength(10);

  const { position } = await askSummary(program.app, userCaller(ada, program.app.newId()), partner, null);
  if (position !== null) await program.app.waitForReadModels(position);
  await program.timekeeper.tick();
  const SUMMARY = /how it went/;
  expect(to(program, SUMMARY)).toHaveLength(0);
  // The day closes at midnight in Berlin, and the partner is notified of its miss at once.
  await program.to('2026-11-17T08:00:00.000Z');
  expect(to(program, /1 missed/)).toHaveLength(1);
  await program.to('2026-11-17T12:00:00.000Z');
  expect(to(program, SUMMARY)).toHaveLength(1);
  await program.to('2026-11-19T12:00:00.000Z');
  expect(to(program, INVITATION)).toHaveLength(26);
});

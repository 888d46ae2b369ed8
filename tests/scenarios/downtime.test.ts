import { afterEach, describe, expect, test } from 'vitest';
import type { DeliveryRequested } from '../../src/domain/delivery/events.ts';
import { type RecordedOf, START } from '../../src/domain/kernel/event.ts';
import { PARTNER_EMAIL, type PartnerProgram, startPartnerProgram } from '../support/partner-program.ts';

let program: PartnerProgram;
afterEach(() => program.dispose());

const WHATSAPP = '+49 151 23456789';
const chats = () => program.stores.outbox.list({ limit: 50 });
const asked = async () =>
  (
    (await program.app.store.readAll(START, 10_000)).filter(({ type }) => type === 'DeliveryRequested') as RecordedOf<DeliveryRequested>[]
  ).map(({ data }) => data);

/** A partner who has accepted, a week with a miss, and then three days from Friday evening on in which nothing runs. */
async function sleepOverTheReport({ email = PARTNER_EMAIL, whatsapp = '', detail = 'titles' as 'titles' | 'counts' } = {}) {
  program = await startPartnerProgram({ at: '2026-11-20T20:00:00.000Z' });
  await program.invite({ email, whatsapp, detail });
  if (email !== '') await program.accept();
  if (whatsapp !== '') await program.accept((await chats())[0]?.text);
  await program.promise(program.owner, { title: 'Slept through', due_date: '2026-11-21', due_time: '23:00' });
  const before = { mails: program.sent.length, chats: (await chats()).length, asked: (await asked()).length };
  program.sleep('PT72H');
  await program.timekeeper.tick();
  const mails = program.sent.slice(before.mails);
  return {
    toOwner: mails.filter(({ to }) => to.address !== PARTNER_EMAIL),
    toPartner: mails.filter(({ to }) => to.address === PARTNER_EMAIL),
    chats: (await chats()).slice(0, (await chats()).length - before.chats),
    asked: (await asked()).slice(before.asked),
  };
}

describe('three days of downtime over a weekly report', () => {
  test('lead to one mail to the owner and one to the partner, with everything that each should get', async () => {
    const { toOwner, toPartner, chats: messages, asked: all } = await sleepOverTheReport();
    expect([toOwner.length, toPartner.length, messages.length]).toEqual([1, 1, 0]);
    expect(toPartner[0]?.subject).toBe('Robin had nothing planned for 2 days, and 2 things more');
    for (const source of [toPartner[0]?.text, toPartner[0]?.html])
      for (const part of [
        'Nothing was planned for 2 days',
        'Sunday 22 November 2026 and Monday 23 November 2026',
        'Saturday 21 November 2026',
        '1 promise was missed',
        'Slept through',
        'week 47',
        'Completion rate',
      ])
        expect(source).toContain(part);
    const digest = all.find(({ partner }) => partner);
    expect(digest?.kind).toBe('partner_digest');
    expect(digest?.partner?.parts).toEqual([
      { kind: 'day', date: '2026-11-21' },
      { kind: 'escalation', date: '2026-11-22' },
      { kind: 'week', date: '2026-11-16' },
      { kind: 'escalation', date: '2026-11-23' },
    ]);
    expect(toPartner[0]?.headers?.['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(program.errors).toEqual([]);
  });

  test('lead to one WhatsApp message to a partner who has only a number', async () => {
    const { toPartner, chats: messages } = await sleepOverTheReport({ email: '', whatsapp: WHATSAPP });
    expect([toPartner.length, messages.length]).toEqual([0, 1]);
    for (const part of ['Nothing was planned for 2 days', 'Missed: Slept through', 'Completion rate'])
      expect(messages[0]?.text).toContain(part);
  });

  test('lead to a mail to a partner with both, and to a WhatsApp message about the days for which nothing was planned', async () => {
    const { toPartner, chats: messages } = await sleepOverTheReport({ whatsapp: WHATSAPP });
    expect([toPartner.length, messages.length]).toEqual([1, 1]);
    expect(messages[0]?.text).toContain('Nothing was planned for 2 days');
    expect(messages[0]?.text).not.toContain('Slept through');
  });

  test('lead to a mail with numbers only if the owner shares no more', async () => {
    const { toPartner } = await sleepOverTheReport({ detail: 'counts' });
    expect(toPartner).toHaveLength(1);
    expect(toPartner[0]?.text).toContain('1 promise was missed');
    expect(JSON.stringify(toPartner)).not.toContain('Slept through');
  });

  test('lead to one message however often the job runs, and later messages are sent alone', async () => {
    const { asked: all } = await sleepOverTheReport();
    await Promise.all([program.timekeeper.tick(), program.timekeeper.tick()]);
    const parts = (await asked())
      .slice(-all.length)
      .flatMap(({ partner }) => (partner?.parts ?? []).map(({ kind, date }) => `${kind} ${date}`));
    expect(new Set(parts).size).toBe(parts.length);
    const before = program.toPartner().length;
    await program.to('2026-11-24T08:00:00.000Z');
    expect(
      program
        .toPartner()
        .slice(before)
        .map(({ subject }) => subject),
    ).toEqual(['Robin has nothing planned for Tuesday 24 November 2026']);
    expect(program.errors).toEqual([]);
  });

  test('lead to no message to a partner who has unsubscribed', async () => {
    program = await startPartnerProgram({ at: '2026-11-20T20:00:00.000Z' });
    await program.invite();
    await program.accept();
    const before = program.toPartner().length;
    await program.stop();
    program.sleep('PT72H');
    await program.timekeeper.tick();
    expect(program.toPartner()).toHaveLength(before);
    expect(program.errors).toEqual([]);
  });
});

test('less than an hour of downtime changes nothing: the partner gets each message alone', async () => {
  program = await startPartnerProgram({ at: '2026-11-20T20:00:00.000Z' });
  await program.invite();
  await program.accept();
  await program.promise(program.owner, { title: 'Missed', due_date: '2026-11-21' });
  await program.to('2026-11-23T06:59:00.000Z');
  const before = program.toPartner().length;
  program.sleep('PT45M');
  await program.timekeeper.tick();
  expect((await asked()).slice(-4).flatMap(({ kind, partner }) => (partner ? [kind] : []))).toEqual([
    'partner_escalation',
    'partner_summary',
  ]);
  expect(program.toPartner()).toHaveLength(before + 2);
});

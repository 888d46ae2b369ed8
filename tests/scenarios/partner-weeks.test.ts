import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPartnerLink } from '../../src/app/partner/partner-answers.ts';
import { pageDates } from '../../src/app/partner/partner-summary.ts';
import { noticesOf } from '../../src/projections/partner/notices.ts';
import { type PartnerProgram, startPartnerProgram } from '../support/partner-program.ts';
import { choose } from '../support/reminders.ts';

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

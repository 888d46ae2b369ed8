import { afterEach, beforeEach, expect, test } from 'vitest';
import { noticesOf } from '../../src/projections/notices.ts';
import { type PartnerProgram, startPartnerProgram } from '../support/partner-program.ts';
import { choose } from '../support/rhythm.ts';

let program: PartnerProgram;
beforeEach(async () => {
  program = await startPartnerProgram();
});
afterEach(() => program.dispose());

const sentTo = (address: string) => program.sent.filter(({ to }) => to.address === address).map(({ subject }) => subject);

test('a new partner has the week that came round again after its report was told to the one before', async () => {
  const { owner } = program;
  const id = await program.invite();
  await program.accept();
  await program.complete(owner, await program.promise(owner, { title: 'Kept', due_date: '2026-11-18' }));
  await program.to('2026-11-23T07:00:00.000Z');
  expect(program.toPartner().at(-1)?.subject).toBe('Robin, week 47: how it went');
  await program.change(id, { email: 'noor@example.org' });
  await program.accept(program.sent.findLast(({ to }) => to.address === 'noor@example.org')?.text);
  await choose(program, owner, 'time', { weekly_report_day: 'tuesday' });
  await choose(program, owner, 'notifications', { task_reminders: false });
  await program.to('2026-11-24T12:00:00.000Z');
  expect(sentTo('noor@example.org')).toEqual(['Robin asks you to be their accountability partner', 'Robin, week 47: how it went']);
  expect((await noticesOf(program.app.views, owner))?.parts).toEqual([]);
  await choose(program, owner, 'time', { weekly_report_day: 'wednesday' });
  await program.to('2026-11-25T12:00:00.000Z');
  expect(sentTo('noor@example.org')).toHaveLength(2);
  expect(program.errors).toEqual([]);
});

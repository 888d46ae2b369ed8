import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { giveProof, makeAppeal } from '../../src/app/proof/proof.ts';
import { answerAppeal, judgeProof } from '../../src/app/proof/verdicts.ts';
import { activeAlerts } from '../../src/projections/alert.ts';
import { daysOf } from '../../src/projections/day/days.ts';
import { type PartnerProgram, startPartnerProgram } from '../support/partner-program.ts';
import { alertKinds, streakOf, typesIn } from '../support/program.ts';

let program: PartnerProgram;
let owner: string;
let partner: string;

/** Monday 16 November 2026, 10:00 in Berlin. */
beforeEach(async () => {
  program = await startPartnerProgram();
  owner = program.owner;
  await program.reactors.start();
  partner = await program.invite();
  await program.accept();
});
afterEach(async () => {
  await program.reactors.stop();
  await program.dispose();
});

const due = (due_date = '2026-11-16', verification_type: 'general' | 'none' = 'general') =>
  program.promise(owner, { title: 'Water the plants', due_date, verification_type });
const caller = () => userCaller(owner, program.app.newId());
const give = async (id: string) => program.seen((await giveProof(program.app, caller(), id, { text: 'Look' })).position);
const judging = () => ({ owner, partnerId: partner, correlationId: program.app.newId() });

async function judge(id: string, verdict: 'accepted' | 'rejected'): Promise<void> {
  const submission = (await program.task(id)).review?.submission_id ?? '';
  await program.seen((await judgeProof(program.app, judging(), id, { submission, verdict, comment: '' })).position);
}
const countsOf = async (date: string) => (await daysOf(program.app.views, owner, date, date))[0]?.counts;

describe('a silent partner', () => {
  test("is reminded after 24 hours, and after 72 the owner's word decides, on the date of the task", async () => {
    const id = await due();
    await give(id);
    await program.to('2026-11-17T09:00:00.000Z');
    expect((await typesIn(program, `task-${id}`)).at(-1)).toBe('ReviewReminderDue');
    await program.to('2026-11-19T09:00:00.000Z');
    expect(await streakOf(program, owner, '2026-11-19')).toMatchObject({ current: 0 });
    await program.to('2026-11-19T09:00:00.001Z');
    expect(await program.task(id)).toMatchObject({ verification_state: 'verified', decided_by: 'self', outcome: 'kept' });
    expect(await countsOf('2026-11-16')).toMatchObject({ kept: 1, on_word: 1, verified: 0 });
    expect(await streakOf(program, owner, '2026-11-19')).toMatchObject({ current: 1 });
    await program.to('2026-11-27T00:00:00.000Z');
    expect(await alertKinds(program, owner)).toEqual(['proof_accepted']);
  });

  test('leads to the same record if no program ran in these days', async () => {
    const id = await due();
    await give(id);
    program.sleep('PT216H');
    await program.to('2026-11-25T12:00:00.000Z');
    const events = await program.app.store.readStream(`task-${id}`);
    expect(events.slice(-3).map(({ type, metadata }) => [type, metadata.at])).toEqual([
      ['ReviewPassedOn', '2026-11-19T09:00:00.000Z'],
      ['ProofReviewed', '2026-11-19T09:00:00.000Z'],
      ['AlertRaised', '2026-11-19T09:00:00.000Z'],
    ]);
  });
});

test.each([
  ['leave', () => program.stop()],
  ['are removed', () => program.change(partner, { status: 'removed' })],
  ['get another address', () => program.change(partner, { email: 'new@example.org' })],
])('a proof that waits for a partner goes to the next judge when they %s', async (_, change) => {
  const id = await due();
  await give(id);
  await change();
  await program.to('2026-11-16T09:00:01.000Z');
  expect(await program.task(id)).toMatchObject({ verification_state: 'verified', decided_by: 'self', review: null });
});

test('a task with a rejected proof and no other one counts as missed on its own date, with one alert', async () => {
  const id = await due();
  await give(id);
  await judge(id, 'rejected');
  await program.to('2026-11-18T12:00:00.000Z');
  expect(await program.task(id)).toMatchObject({
    verification_state: 'rejected',
    outcome: 'missed',
    decided_at: '2026-11-17T22:59:59.999Z',
  });
  expect(await countsOf('2026-11-16')).toMatchObject({ missed: 1, open: 0 });
  expect((await alertKinds(program, owner)).filter((kind) => kind === 'proof_final')).toHaveLength(1);
});

test('an accepted appeal recalculates the streak and returns the freeze that covered the miss', async () => {
  for (let day = 16; day < 23; day += 1) await program.complete(owner, await due(`2026-11-${day}`, 'none'));
  const missed = await due('2026-11-23', 'none');
  await program.to('2026-11-24T09:00:00.000Z');
  expect(await streakOf(program, owner, '2026-11-24')).toMatchObject({ current: 7, freezes: 0 });
  await program.seen((await makeAppeal(program.app, caller(), missed, { text: 'I did' })).position);
  await program.seen((await answerAppeal(program.app, judging(), missed, { outcome: 'accepted', comment: 'True' })).position);
  expect(await streakOf(program, owner, '2026-11-24')).toMatchObject({ current: 8, freezes: 1 });
  expect(await countsOf('2026-11-23')).toMatchObject({ kept: 1, missed: 0 });
});

test('an accepted appeal that restores a streak resolves the alert about its end', async () => {
  for (let day = 16; day < 19; day += 1) await program.complete(owner, await due(`2026-11-${day}`, 'none'));
  const missed = await due('2026-11-19', 'none');
  await program.to('2026-11-20T09:00:00.000Z');
  expect((await activeAlerts(program.app.views, owner)).map(({ doc }) => doc.kind).toSorted()).toEqual(['missed', 'streak_broken']);
  await program.seen((await makeAppeal(program.app, caller(), missed, { text: 'I did' })).position);
  await program.seen((await answerAppeal(program.app, judging(), missed, { outcome: 'accepted', comment: 'True' })).position);
  expect(await streakOf(program, owner, '2026-11-20')).toMatchObject({ current: 4 });
  expect(await activeAlerts(program.app.views, owner)).toEqual([]);
});

test('an appeal that nobody answers is rejected after seven days', async () => {
  const missed = await due('2026-11-16', 'none');
  await program.to('2026-11-17T09:00:00.000Z');
  await program.seen((await makeAppeal(program.app, caller(), missed, { text: 'I did' })).position);
  await program.to('2026-11-24T09:00:00.001Z');
  expect(await program.task(missed)).toMatchObject({ outcome: 'missed', corrected: false, appeal: { state: 'rejected' } });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { sendSummary } from '../../src/app/partner/partner-notices.ts';
import { giveProof, makeAppeal, withdrawProof } from '../../src/app/proof/proof.ts';
import { answerAppeal, judgeProof } from '../../src/app/proof/verdicts.ts';
import { changeSettings } from '../../src/app/settings.ts';
import { type PartnerProgram, startPartnerProgram } from '../support/partner-program.ts';

let program: PartnerProgram;
let owner: string;
let partner: string;

/** Monday 16 November 2026, 10:00 in Berlin. */
beforeEach(async () => {
  program = await startPartnerProgram();
  owner = program.owner;
  partner = await program.invite();
  await program.accept();
});
afterEach(() => program.dispose());

const caller = () => userCaller(owner, program.app.newId());
const due = (title: string, verification_type: 'general' | 'none' = 'general', due_date = '2026-11-16') =>
  program.promise(owner, { title, due_date, verification_type });
const give = async (id: string) => program.seen((await giveProof(program.app, caller(), id, { text: 'Look' })).position);
const judging = () => ({ owner, partnerId: partner, correlationId: program.app.newId() });

async function judge(id: string, verdict: 'accepted' | 'rejected', comment = ''): Promise<void> {
  const submission = (await program.task(id)).review?.submission_id ?? '';
  await program.seen((await judgeProof(program.app, judging(), id, { submission, verdict, comment })).position);
}

/** What the partner was asked, oldest first. */
const asked = () => program.toPartner().filter(({ subject }) => /proof|miss(es)? as kept|for you$/.test(subject));
const subjects = () => asked().map(({ subject }) => subject);
/** Mails to the owner about verifications, oldest first. */
const updates = () =>
  program.sent.filter(({ to, text }) => to.address === 'ada@example.org' && text.includes('verification updates are on'));

describe('the partner', () => {
  test('is asked once, five minutes after the first proof, about all proofs that wait then', async () => {
    const [water, sweep, write] = [await due('Water the plants'), await due('Sweep the floor'), await due('Write home')];
    await give(water);
    await program.to('2026-11-16T09:03:00.000Z');
    await give(sweep);
    await program.to('2026-11-16T09:04:59.999Z');
    expect(subjects()).toEqual([]);
    await program.to('2026-11-16T09:05:00.000Z');
    expect(subjects()).toEqual(['Robin has given 2 proofs for you to judge']);
    const [mail] = asked();
    for (const part of [
      'In review, General, given Mon 16 Nov, 10:00, decide by Thu 19 Nov, 10:00: Water the plants',
      'In review, General, given Mon 16 Nov, 10:03, decide by Thu 19 Nov, 10:03: Sweep the floor',
      'Look and decide',
    ])
      expect(mail?.text).toContain(part);
    await program.to('2026-11-16T09:30:00.000Z');
    await give(write);
    await program.to('2026-11-16T10:00:00.000Z');
    expect(subjects()).toEqual(['Robin has given 2 proofs for you to judge', 'Robin has given a proof for you to judge']);
  });

  test('is not asked about proofs that were withdrawn or decided before the message is sent', async () => {
    const id = await due('Water the plants');
    await give(id);
    await program.seen((await withdrawProof(program.app, caller(), id)).position);
    await program.to('2026-11-16T09:10:00.000Z');
    expect(subjects()).toEqual([]);
    await give(id);
    await program.to('2026-11-16T09:15:00.000Z');
    expect(subjects()).toEqual(['Robin has given a proof for you to judge']);
  });

  test('is reminded once after 24 hours, without the proofs that they have decided', async () => {
    const [water, sweep] = [await due('Water the plants'), await due('Sweep the floor')];
    await give(water);
    await give(sweep);
    await program.to('2026-11-16T12:00:00.000Z');
    await judge(sweep, 'accepted');
    await program.to('2026-11-17T09:00:00.000Z');
    expect(subjects()).toEqual(['Robin has given 2 proofs for you to judge', 'A proof of Robin still waits for you']);
    expect(asked()[1]?.text).toContain('Water the plants');
    expect(asked()[1]?.text).not.toContain('Sweep');
    await program.to('2026-11-20T09:00:00.000Z');
    expect(asked()).toHaveLength(2);
  });

  test('reads in the weekly summary which proofs still wait', async () => {
    await give(await due('Water the plants', 'general', '2026-11-22'));
    await program.to('2026-11-16T09:05:00.000Z');
    await program.seen(await sendSummary(program.app, owner, 'now'));
    const { text } = program.toPartner().at(-1) ?? { text: '' };
    for (const part of ['One thing waits for you.', 'In review, General, given Mon 16 Nov, 10:00', 'Look and decide'])
      expect(text).toContain(part);
  });

  test('gets an appeal at once', async () => {
    const id = await due('Water the plants', 'none');
    await program.to('2026-11-17T09:00:00.000Z');
    await program.seen((await makeAppeal(program.app, caller(), id, { text: 'The phone was broken.' })).position);
    expect(subjects()).toEqual(['Robin asks you to count a miss as kept']);
    expect(asked()[0]?.text).toContain('Appeal, asked Tue 17 Nov, 10:00, answer by Tue 24 Nov, 10:00: Water the plants');
  });

  test('who has left is asked nothing, and the next partner is not asked about decided proofs', async () => {
    const id = await due('Water the plants');
    await program.reactors.start();
    await give(id);
    await program.change(partner, { status: 'removed' });
    await program.to('2026-11-16T09:30:00.000Z');
    await program.reactors.stop();
    expect(subjects()).toEqual([]);
    expect(program.errors).toEqual([]);
  });

  test('gets one message after downtime, about the proofs that still wait', async () => {
    const [water, sweep] = [await due('Water the plants'), await due('Sweep the floor')];
    await give(water);
    program.sleep('PT30H');
    await program.to('2026-11-17T15:00:00.000Z');
    expect(subjects()).toEqual(['Robin has given a proof for you to judge']);
    await program.complete(owner, sweep);
    program.sleep('PT72H');
    await program.to('2026-11-20T15:00:00.000Z');
    expect(asked()).toHaveLength(1);
    expect(program.errors).toEqual([]);
  });
});

describe('the owner', () => {
  const off = async () =>
    program.seen((await changeSettings(program.app, caller(), 'notifications', { verification_updates: false }, null)).position);

  test('is notified that a proof was rejected, with the comment and the time that is left, and that another one was accepted', async () => {
    const id = await due('Water the plants');
    await give(id);
    await judge(id, 'rejected', 'Too dark to see');
    await program.to('2026-11-16T10:00:00.000Z');
    await give(id);
    await judge(id, 'accepted', 'Green indeed');
    expect(updates().map(({ subject }) => subject)).toEqual(['Proof rejected: Water the plants', 'Proof accepted: Water the plants']);
    const [rejected, accepted] = updates();
    expect(rejected?.text).toContain('The proof of ‘Water the plants’ was rejected by Søren on Mon 16 Nov, 10:00.');
    expect(rejected?.text).toContain('You can give another proof until Tue 17 Nov, 23:59. 37 hours are left.');
    expect(rejected?.text).toContain('Too dark to see');
    expect(rejected?.text).toContain('/settings/notifications');
    expect(accepted?.text).toContain('Green indeed');
  });

  test('is notified 30 minutes before the proof deadline about all tasks without proof, if there are any', async () => {
    for (const title of ['Water the plants', 'Sweep the floor']) await program.complete(owner, await due(title));
    const given = await due('Write home');
    await give(given);
    await program.to('2026-11-17T22:40:00.000Z');
    expect(updates().map(({ subject }) => subject)).toEqual(['Proof due within 30 minutes: Water the plants, and one thing more']);
    await program.to('2026-11-18T09:00:00.000Z');
    expect(updates()).toHaveLength(1);
  });

  test('is notified about the result of an appeal, also if nobody answered it', async () => {
    const [first, second] = [await due('Water the plants', 'none'), await due('Sweep the floor', 'none')];
    await program.to('2026-11-17T09:00:00.000Z');
    for (const id of [first, second]) await program.seen((await makeAppeal(program.app, caller(), id, { text: 'I did.' })).position);
    await program.seen((await answerAppeal(program.app, judging(), first, { outcome: 'accepted', comment: 'True' })).position);
    await program.to('2026-11-25T09:00:00.000Z');
    expect(updates().map(({ subject }) => subject)).toEqual([
      'Your appeal was accepted: Water the plants',
      'Your appeal was rejected: Sweep the floor',
    ]);
    expect(updates()[1]?.text).toContain('Nobody answered it within seven days.');
  });

  test('is notified that a silent partner was passed over, but not about their own decisions', async () => {
    const id = await due('Water the plants');
    await give(id);
    await program.to('2026-11-19T10:00:00.000Z');
    expect(updates().map(({ subject }) => subject)).toEqual(['On your word: Water the plants']);
    expect(updates()[0]?.text).toContain('counts on your word since');
    expect(updates()[0]?.text).toContain('The partner did not answer within 72 hours.');
    await program.change(partner, { status: 'removed' });
    await give(await due('Sweep the floor', 'general', '2026-11-20'));
    expect(updates()).toHaveLength(1);
  });

  test('gets no mail once verification updates are off, while the partner is still asked and the alerts stay', async () => {
    await off();
    const id = await due('Water the plants');
    await give(id);
    await program.to('2026-11-16T09:05:00.000Z');
    await judge(id, 'accepted');
    expect(updates()).toEqual([]);
    expect(subjects()).toEqual(['Robin has given a proof for you to judge']);
    expect((await program.app.store.readStream(`task-${id}`)).some(({ type }) => type === 'AlertRaised')).toBe(true);
  });
});

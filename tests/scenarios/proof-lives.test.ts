import { expect, onTestFinished, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { giveProof, makeAppeal, withdrawProof } from '../../src/app/proof/proof.ts';
import { answerAppeal, judgeProof } from '../../src/app/proof/verdicts.ts';
import { changeSettings } from '../../src/app/settings.ts';
import type { Review, Reviewer } from '../../src/ports/reviewer.ts';
import { proofsOf } from '../../src/projections/proof/verifications.ts';
import { sharedMongo } from '../servers/shared.ts';
import { oneByChance } from '../support/by-chance.mjs';
import { startPartnerProgram } from '../support/partner-program.ts';
import { typesIn } from '../support/program.ts';
import { onServers } from '../support/ways.ts';

const mongo = await sharedMongo();
/** Monday, 10:00 in Berlin. */
const AT = '2026-11-16T09:00:00.000Z';
const WAYS = [['files', {}] as const, ...(mongo === null ? [] : [['servers', { assembleOn: onServers(mongo, AT) }] as const])];

const ACCEPTED: Review = {
  judge: { kind: 'ai', name: 'AI' },
  verdict: 'accepted',
  score: 80,
  criteria: [],
  comment: 'Good.',
  model: 'test/mini',
  prompt_version: 'general/1',
  seen: [],
};

/** An AI that accepts at once, unless a test holds it. */
function heldReviewer() {
  let reviews = 0;
  let gate: Promise<void> | null = null;
  let reached = Promise.withResolvers<void>();
  const reviewer: Reviewer = {
    async review() {
      reviews += 1;
      reached.resolve();
      await gate;
      return ACCEPTED;
    },
  };
  return {
    reviewer,
    reviews: () => reviews,
    hold() {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      reached = Promise.withResolvers();
      return { reached: reached.promise, release: held.resolve };
    },
  };
}

async function startLives(options: (typeof WAYS)[number][1]) {
  const { reviewer, reviews, hold } = heldReviewer();
  const program = await startPartnerProgram({ at: AT, reviewer, ...options });
  onTestFinished(() => program.dispose());
  const { app, owner } = program;
  await program.reactors.start();
  const caller = () => userCaller(owner, app.newId());
  await changeSettings(app, caller(), 'notifications', { task_reminders: false });
  await program.seen((await changeSettings(app, caller(), 'ai', { ai_coding: true })).position);
  const partnerId = await program.invite();
  await program.accept();
  const by = () => ({ owner, partnerId, correlationId: app.newId() });
  const wrote = async (work: Promise<{ readonly position: string | null }>): Promise<void> => {
    const { position } = await work;
    if (position !== null) await app.waitForReadModels(position);
  };
  const submissionOf = async (id: string) => (await program.task(id)).review?.submission_id ?? '';
  return {
    ...program,
    hold,
    reviews,
    /** Does what is due; reviews may go on. */
    tick: () => program.timekeeper.tick(),
    promise: (title: string, due_date: string, verification_type: 'general' | 'coding' | 'none' = 'general') =>
      program.promise(owner, { title, due_date, verification_type }),
    give: (id: string) => wrote(giveProof(app, caller(), id, { text: 'Look' })),
    withdraw: (id: string) => wrote(withdrawProof(app, caller(), id)),
    judge: async (id: string, verdict: 'accepted' | 'rejected') =>
      wrote(judgeProof(app, by(), id, { submission: await submissionOf(id), verdict, comment: 'So it is.' })),
    appeal: (id: string) => wrote(makeAppeal(app, caller(), id, { text: 'I did it.' })),
    answer: (id: string, outcome: 'accepted' | 'rejected') => wrote(answerAppeal(app, by(), id, { outcome, comment: 'I saw it.' })),
    complete: (id: string) => program.complete(owner, id),
    async ends(id: string) {
      const { status, verification_state, decided_by, decided_at, outcome, corrected } = await program.task(id);
      const submissions = (await proofsOf(app.views, [id])).get(id)?.doc.submissions ?? [];
      const given = submissions.map(({ state, reviews }) =>
        [state, ...reviews.map(({ judge, verdict }) => `${judge} ${verdict}`)].join(', '),
      );
      return { given, ended: [status, verification_state, decided_by, outcome, corrected ? 'corrected' : '', decided_at].join(' ') };
    },
  };
}

test.each(oneByChance(WAYS))('every course of a proof ends as specified, on %s', { timeout: 180_000 }, async (_, options) => {
  const lives = await startLives(options);
  const names = ['rejected', 'again', 'late', 'withdrawn', 'silent', 'final', 'beside', 'inTheirPlace'] as const;
  const id = {} as Record<(typeof names)[number] | 'upheld' | 'refused' | 'left' | 'commented' | 'held' | 'byAi', string>;
  for (const name of names)
    id[name] = await lives.promise(name, '2026-11-16', name === 'beside' || name === 'inTheirPlace' ? 'coding' : 'general');
  for (const name of ['upheld', 'refused'] as const) id[name] = await lives.promise(name, '2026-11-16', 'none');

  for (const name of names) if (name !== 'late') await lives.give(id[name]);
  await lives.complete(id.late);
  await lives.tick();
  await lives.judging.settled();
  await lives.judge(id.rejected, 'rejected');
  await lives.judge(id.again, 'rejected');
  await lives.give(id.again);
  await lives.judge(id.again, 'accepted');
  await lives.withdraw(id.withdrawn);
  await lives.judge(id.beside, 'accepted');

  // The proof deadline passes. A rejection after it is final, and a proof after it is late.
  await lives.to('2026-11-18T09:00:00.000Z');
  await expect(lives.give(id.late)).rejects.toMatchObject({ code: 'proof_late' });
  await lives.judge(id.final, 'rejected');
  for (const name of ['upheld', 'refused'] as const) await lives.appeal(id[name]);
  await lives.answer(id.upheld, 'accepted');
  await lives.answer(id.refused, 'rejected');

  await lives.to('2026-11-19T09:00:00.001Z');
  id.left = await lives.promise('left', '2026-11-19');
  id.held = await lives.promise('held', '2026-11-19', 'coding');
  id.byAi = await lives.promise('byAi', '2026-11-19', 'coding');
  id.commented = await lives.promise('commented', '2026-11-19', 'coding');
  await lives.give(id.left);
  // The partner leaves before the AI has commented beside them, so its review decides.
  const comment = lives.hold();
  await lives.give(id.commented);
  await lives.tick();
  await comment.reached;
  await lives.stop();
  comment.release();
  await lives.judging.settled();
  const held = lives.hold();
  await lives.give(id.held);
  await lives.tick();
  await held.reached;
  // Other work continues during the review.
  await lives.withdraw(id.held);
  held.release();
  await lives.judging.settled();
  await lives.give(id.byAi);
  await lives.tick();
  await lives.judging.settled();

  await lives.app.waitForReadModels(await lives.app.store.head());
  const ended = await Promise.all(Object.entries(id).map(async ([name, task]) => [name, await lives.ends(task)] as const));
  expect(Object.fromEntries(ended)).toEqual({
    rejected: { given: ['rejected, partner rejected'], ended: 'completed rejected partner missed  2026-11-17T22:59:59.999Z' },
    again: {
      given: ['rejected, partner rejected', 'accepted, partner accepted'],
      ended: 'completed verified partner kept  2026-11-16T09:00:00.000Z',
    },
    late: { given: [], ended: 'completed expired  missed  2026-11-17T22:59:59.999Z' },
    withdrawn: { given: ['withdrawn'], ended: 'completed expired  missed  2026-11-17T22:59:59.999Z' },
    silent: { given: ['accepted, self accepted'], ended: 'completed verified self kept  2026-11-19T09:00:00.000Z' },
    final: { given: ['rejected, partner rejected'], ended: 'completed rejected partner missed  2026-11-18T09:00:00.000Z' },
    beside: {
      given: ['accepted, ai comment, partner accepted'],
      ended: 'completed verified partner kept  2026-11-16T09:00:00.000Z',
    },
    inTheirPlace: {
      given: ['accepted, ai comment, ai accepted'],
      ended: 'completed verified ai kept  2026-11-19T09:00:00.001Z',
    },
    upheld: { given: [], ended: 'missed not_required  kept corrected ' },
    refused: { given: [], ended: 'missed not_required  missed  ' },
    left: { given: ['accepted, self accepted'], ended: 'completed verified self kept  2026-11-19T09:00:00.001Z' },
    commented: { given: ['accepted, ai accepted'], ended: 'completed verified ai kept  2026-11-19T09:00:00.001Z' },
    held: { given: ['withdrawn'], ended: 'completed awaiting_proof  open  ' },
    byAi: { given: ['accepted, ai accepted'], ended: 'completed verified ai kept  2026-11-19T09:00:00.001Z' },
  });
  // For 'beside', 'inTheirPlace', 'commented', 'held' and 'byAi': an AI that has commented is not asked again.
  expect(lives.reviews()).toBe(5);
  expect(await typesIn(lives, `task-${id.silent}`)).toContain('ReviewReminderDue');
});

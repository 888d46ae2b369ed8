import { userCaller } from '../../app/caller.ts';
import { takeUpload } from '../../app/file/files.ts';
import { fixedQuota } from '../../app/file/quota.ts';
import { answerInvitation, openPartnerLink, partnerCaller } from '../../app/partner/partner-answers.ts';
import { addPartner } from '../../app/partner/partners.ts';
import { giveProof, type ProofInput } from '../../app/proof/proof.ts';
import { judgeProof } from '../../app/proof/verdicts.ts';
import { promiseTask, setStatus } from '../../app/task/tasks.ts';
import { MINUTE, plus } from '../../domain/calendar/dates.ts';
import { localDate } from '../../domain/calendar/local.ts';
import type { MailMessage } from '../../ports/mailer.ts';
import type { Opened } from '../ports.ts';
import { draw } from './drawings.ts';
import type { Person, PersonAction } from './person.ts';
import type { PlannedPromise } from './plan.ts';
import { ACCEPTED, PROOF_KINDS, type ProofKind, SECOND_TRY, SENT_BACK, WAITING, WAITING_PROOF } from './proofs.data.ts';

const PARTNER = { name: 'Sam Example', email: 'sam@example.com', whatsapp: '', detail: 'titles' } as const;
/** The share of promises with such a tag that ask for proof. */
const ASKS = 0.4;
const QUOTA = 50_000_000;

/**
 * The kind of proof that a promise asks for, or null. It uses separate random numbers, so that the same seed gives the
 * same promises.
 */
export function proofFor({ proofs }: Person, { tags, outcome }: PlannedPromise): ProofKind | null {
  const kind = PROOF_KINDS[tags[0] ?? ''];
  return kind && outcome.is === 'kept' && !outcome.undoneOnce && proofs.chance(ASKS) ? kind : null;
}

/** Names a partner, who accepts by the link in the mail. Returns the partner's id. */
export async function findPartner({ app, move }: Opened, { owner }: Person, sent: readonly MailMessage[]): Promise<string> {
  const { id, position } = await addPartner(app, userCaller(owner, app.newId()), PARTNER);
  if (position) await app.waitForReadModels(position);
  await move((now) => now);
  const token = sent.map(({ text }) => /\/partner\/(\w+)/.exec(text)?.[1]).findLast((found) => found !== undefined);
  const opened = token === undefined ? null : await openPartnerLink(app, token);
  if (opened) await answerInvitation(app, partnerCaller(app, opened.partner), opened, 'Accept');
  return id;
}

/** After a promise with proof is completed, the proof is given some minutes later, and then the verdict follows. */
export function proofActions(opened: Opened, person: Person, kind: ProofKind, id: string, completedAt: string): readonly PersonAction[] {
  const { proofs } = person;
  // Sometimes the person forgets the proof, and it expires.
  if (proofs.chance(0.06)) return [];
  const first = plus(completedAt, proofs.between(2, 50) * MINUTE);
  const verdict = plus(first, proofs.between(40, 500) * MINUTE);
  const isSentBack = proofs.chance(0.12);
  const given = proofs.pick(kind.given);
  const file = kind.files && proofs.pick(kind.files);
  const picture = person.extras.chance(kind.picture.share) ? kind.picture : null;
  const [before, after] = [opened.app.newId(), opened.app.newId()];
  const give = (at: string, submission: string, proof: ProofInput): PersonAction => ({
    at,
    run: async () => {
      const files = [
        ...(file ? [await upload(opened, person, id, [file[0], measuredAnew(file[1], person)])] : []),
        ...(picture ? [await upload(opened, person, id, [picture.name, await draw(picture.drawing, person.extras)])] : []),
      ];
      await giveProof(opened.app, userCaller(person.owner, opened.app.newId()), id, { ...proof, files }, null, submission);
    },
  });
  const judge = (at: string, submission: string, answer: 'accepted' | 'rejected'): PersonAction => ({
    at,
    run: () => judged(opened, person, id, submission, answer),
  });
  if (!isSentBack) return [give(first, before, given), judge(verdict, before, 'accepted')];
  const again = plus(verdict, proofs.between(20, 90) * MINUTE);
  return [
    give(first, before, given),
    judge(verdict, before, 'rejected'),
    give(again, after, { ...given, text: SECOND_TRY }),
    judge(plus(again, proofs.between(30, 300) * MINUTE), after, 'accepted'),
  ];
}

async function judged(
  { app }: Opened,
  { owner, proofs, partner }: Person,
  id: string,
  submission: string,
  verdict: 'accepted' | 'rejected',
): Promise<void> {
  const comment = proofs.pick(verdict === 'accepted' ? ACCEPTED : SENT_BACK);
  const partnerId = partner();
  if (partnerId !== null) await judgeProof(app, { owner, partnerId, correlationId: app.newId() }, id, { submission, verdict, comment });
}

/** Uploads a file for a task, and returns its id. */
async function upload(
  { app }: Opened,
  { owner }: Person,
  task: string,
  [name, content]: readonly [name: string, content: string | Buffer],
): Promise<string> {
  const id = app.newId();
  await app.files.receive(owner, id, app.clock.now(), bytesOf(content));
  const position = await takeUpload(app, userCaller(owner, app.newId()), { id, name, taskId: task, quota: fixedQuota(QUOTA) });
  if (position) await app.waitForReadModels(position);
  return id;
}

/** The file gets other numbers each time, because the program marks a file that was given before. */
const measuredAnew = (content: string, { extras }: Person): string =>
  content.replaceAll(/[1-9]\d+/g, (number) => String(extras.between(10 ** (number.length - 1), 10 ** number.length - 1)));

async function* bytesOf(content: string | Buffer): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content;
}

/**
 * Leaves one task that awaits proof, one that was sent back and one in review, so that Verify has something to show.
 */
export async function leaveWaiting(opened: Opened, person: Person, end: string): Promise<void> {
  const { app } = opened;
  const { owner, zone } = person;
  const caller = () => userCaller(owner, app.newId());
  for (const name of ['pending', 'rejected', 'in_review'] as const) {
    const { title, type, requirement } = WAITING[name];
    const { id } = await promiseTask(app, caller(), {
      title,
      due_date: localDate(end, zone),
      verification_type: type,
      proof_requirement: requirement,
      priority: 'high',
    });
    if (name === 'pending') {
      await setStatus(app, caller(), id, { status: 'completed' });
      continue;
    }
    const submission = app.newId();
    const files = name === 'rejected' ? [await upload(opened, person, id, ['p99-after.png', await draw('chart', person.extras)])] : [];
    await giveProof(app, caller(), id, { ...WAITING_PROOF[name], files }, null, submission);
    await app.waitForReadModels(await app.store.head());
    if (name === 'rejected') await judged(opened, person, id, submission, 'rejected');
  }
}

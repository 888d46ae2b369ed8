import type { App } from '../../app/app.ts';
import { lastSeen } from '../../app/partner/judged-proofs.ts';
import type { Partner } from '../../app/partner/partner-messages.ts';
import { verificationFacts } from '../../app/proof/judges.ts';
import { type Decision, decidedBy, MOST_DECIDED, waitingFor } from '../../app/proof/partner-matter.ts';
import type { Verification } from '../../contracts/proof.ts';
import { answeredBy, judgedBy } from '../../domain/calendar/task-times.ts';
import type { Stored } from '../../ports/documents.ts';
import { presentCodeTask, presentVerification } from '../../presenters/proof.ts';
import { codeTask } from '../../projections/coding.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import { type DecidedMatter, decidedRows } from './decided-view.ts';
import type { ProofMaterial } from './given-view.ts';
import type { PageMatter } from './pages.ts';
import { type WaitingContext, type WaitingMatter, waitingView } from './waiting-view.ts';
import { momentWords } from './words.ts';

/** What waits for a partner, and what they decided before, as their page shows it. */
export async function pageMatter(app: App, partner: Partner, context: WaitingContext): Promise<PageMatter> {
  const [{ reviews, appeals }, decided] = await Promise.all([waitingFor(app, partner), decidedBy(app, partner, MOST_DECIDED)]);
  const all = [...reviews, ...appeals, ...decided.map(({ task }) => task)];
  const facts = await verificationFacts(app, partner.state.user_id, all);
  const present = (task: Stored<TaskDoc>): Verification => presentVerification(app.opener, task, facts);
  const matters = [
    ...(await Promise.all(reviews.map((task) => reviewMatter(app, task, present(task))))).flat(),
    ...appeals.flatMap((task) => appealMatter(task, present(task))),
  ];
  const moment = (instant: string): string => momentWords(instant, context.zone, context.now);
  const decisions = decided.map((one) => decidedMatter(one, present(one.task)));
  return { waiting: waitingView(matters, context), decided: decidedRows(decisions, { moment, to: context.files }) };
}

const timesOf = ({ completed_at, missed_at, late }: TaskDoc) => ({ completed_at, missed_at, late });

async function reviewMatter(app: App, { doc }: Stored<TaskDoc>, verification: Verification): Promise<readonly WaitingMatter[]> {
  const { review } = doc;
  const submission = verification.submissions.find(({ id }) => id === review?.submission_id);
  if (review === null || submission === undefined) return [];
  const material = await materialOf(app, doc.owner, submission);
  return [{ kind: 'review', verification, submission, material, until: judgedBy(review.since), ...timesOf(doc) }];
}

type Submission = Verification['submissions'][number];

/** `app.opener` is ready for the owner. */
async function materialOf(app: App, owner: string, { code_task_id, email_task_id }: Submission): Promise<ProofMaterial> {
  const [code, email] = await Promise.all([
    code_task_id === null ? null : codeTask(app.views, code_task_id),
    email_task_id === null ? null : app.proof.email(owner, email_task_id),
  ]);
  return { code: code?.doc.owner === owner ? presentCodeTask(app.opener, code) : null, email };
}

const NO_MATERIAL: ProofMaterial = { code: null, email: null };

const appealMatter = ({ doc }: Stored<TaskDoc>, verification: Verification): readonly WaitingMatter[] =>
  doc.appeal === null
    ? []
    : [{ kind: 'appeal', verification, submission: null, material: NO_MATERIAL, until: answeredBy(doc.appeal.at), ...timesOf(doc) }];

function decidedMatter(
  { about, outcome, at, review_id }: Decision,
  { task_title: title, submissions, appeal }: Verification,
): DecidedMatter {
  if (about === 'appeal') return { about, outcome, at, title, comment: appeal?.comment ?? null, seen: null, files: appeal?.files ?? [] };
  const submission = submissions.find(({ reviews }) => reviews.some(({ id }) => id === review_id));
  const comment = submission?.reviews.find(({ id }) => id === review_id)?.comment ?? null;
  return { about, outcome, at, title, comment, seen: lastSeen(submission?.reviews ?? []), files: submission?.files ?? [] };
}

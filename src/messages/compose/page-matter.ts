import type { App } from '../../app/app.ts';
import type { Partner } from '../../app/partner/partner-messages.ts';
import { type Decision, decidedBy, waitingFor } from '../../app/verification/partner-matter.ts';
import { verificationFacts } from '../../app/verification/shown.ts';
import type { Verification } from '../../contracts/verification.ts';
import { answeredBy, judgedBy } from '../../domain/calendar/proof-times.ts';
import { presentVerification } from '../../presenters/verification.ts';
import type { Stored } from '../../projections/engine/documents.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import { type DecidedMatter, decidedRows } from '../partner/decided-view.ts';
import { momentWords } from '../partner/matter-words.ts';
import type { PageMatter } from '../partner/pages.ts';
import { type WaitingContext, type WaitingMatter, waitingView } from '../partner/waiting-view.ts';

/** So many of the partner's decisions are shown. */
const MOST_DECIDED = 10;

/** What waits for a partner, and what they decided before, as their page shows it. */
export async function pageMatter(app: App, partner: Partner, context: WaitingContext): Promise<PageMatter> {
  const [{ reviews, appeals }, decided] = await Promise.all([waitingFor(app, partner), decidedBy(app, partner, MOST_DECIDED)]);
  const all = [...reviews, ...appeals, ...decided.map(({ task }) => task)];
  const facts = await verificationFacts(app, partner.state.user_id, all);
  const present = (task: Stored<TaskDoc>): Verification => presentVerification(app.opener, task, facts);
  const matters = [
    ...reviews.flatMap((task) => reviewMatter(task, present(task))),
    ...appeals.flatMap((task) => appealMatter(task, present(task))),
  ];
  const moment = (instant: string): string => momentWords(instant, context.zone, context.now);
  const decisions = decided.map((one) => decidedMatter(one, present(one.task)));
  return { waiting: waitingView(matters, context), decided: decidedRows(decisions, moment) };
}

const timesOf = ({ completed_at, missed_at, late }: TaskDoc) => ({ completed_at, missed_at, late });

function reviewMatter({ doc }: Stored<TaskDoc>, verification: Verification): readonly WaitingMatter[] {
  const { review } = doc;
  const submission = verification.submissions.find(({ id }) => id === review?.submission_id);
  if (review === null || submission === undefined) return [];
  return [{ kind: 'review', verification, submission, until: judgedBy(review.since), ...timesOf(doc) }];
}

const appealMatter = ({ doc }: Stored<TaskDoc>, verification: Verification): readonly WaitingMatter[] =>
  doc.appeal === null ? [] : [{ kind: 'appeal', verification, submission: null, until: answeredBy(doc.appeal.at), ...timesOf(doc) }];

function decidedMatter({ about, outcome, at, review_id }: Decision, { task_title, submissions, appeal }: Verification): DecidedMatter {
  const review = submissions.flatMap(({ reviews }) => reviews).find(({ id }) => id === review_id);
  return { about, outcome, at, title: task_title, comment: (about === 'appeal' ? appeal?.comment : review?.comment) ?? null };
}

import { emailDecider } from '../../domain/email/decide.ts';
import type { Email } from '../../domain/email/state.ts';
import type { EmailReview } from '../../ports/reviewer.ts';
import { task as findTask } from '../../projections/task/task-lists.ts';
import { countedReview } from '../ai/counted-answers.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { openContent } from './content.ts';
import { countWithin, REVIEWING } from './daily-limits.ts';
import { type EmailResult, notFound, ownEmail, sendCommand } from './email-tasks.ts';

/**
 * Reviews a draft with the AI, or with the rubric instead. `reviewId`: repeating the call with the same id records one review.
 * @throws RuleViolation not_found, precondition_failed, conflict (sent already, or changed meanwhile), rate_limited, ai_allowance
 */
export async function reviewEmailTask(
  app: App,
  caller: Caller,
  id: string,
  ifMatch: number | null = null,
  reviewId = app.newId(),
): Promise<EmailResult> {
  const { owner } = caller;
  const state = await ownEmail(app, owner, id);
  const command = (review: EmailReview) =>
    ({
      type: 'NoteReview',
      owner,
      if_match: ifMatch,
      edition: state.edition,
      review: {
        review_id: reviewId,
        judge: review.judge.kind,
        judge_id: review.model,
        verdict: review.verdict,
        score: review.score,
        prompt_version: review.prompt_version,
        seen: review.seen,
      },
      texts: { comment: review.comment, criteria: review.criteria },
    }) as const;
  // A review costs time and money, so an email that cannot be reviewed is refused first.
  emailDecider.decide(command(NOTHING), state);
  await countWithin(app, owner, REVIEWING);
  const material = await materialOf(app, owner, state);
  const wanted = { id: reviewId, module: 'email', rubricWhenUsedUp: false } as const;
  const review = await countedReview(app, caller, wanted, (way) => app.reviewEmail(material, way));
  return { id, position: (await sendCommand(app, caller, id, command(review))).position };
}

const NOTHING: EmailReview = {
  judge: { kind: 'rubric' },
  verdict: 'comment',
  score: null,
  criteria: [],
  comment: '',
  model: null,
  prompt_version: '',
  seen: [],
};

async function materialOf(app: App, owner: string, { content: sealed, task_id }: Email) {
  const [content, task] = await Promise.all([openContent(app, owner, sealed), findTask(app.views, task_id)]);
  if (content === null) throw notFound();
  const { title = null, proof_requirement = null } = task?.doc ?? {};
  const [titled, asked] = await Promise.all([app.opener.open(owner, title), app.opener.open(owner, proof_requirement)]);
  const { to, cc, bcc, subject, body, attachments } = content;
  return {
    title: titled?.title ?? '',
    requirement: asked?.proof_requirement ?? null,
    subject,
    body,
    recipients: to.length + cc.length + bcc.length,
    attachments: attachments.map(({ id, name, type }) => ({ id, name, type })),
  };
}

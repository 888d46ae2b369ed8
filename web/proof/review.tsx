import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, PenLine, ScanSearch, X } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { seenWords } from '../../src/contracts/words/seen.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import type { Task } from '../api/tasks.ts';
import type { Review, Submission, Verification } from '../api/verifications.ts';
import { checkedAsTyped } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import detailStyles from '../tasks/detail.module.css';
import { appealUntil, missedAt } from '../tasks/state.ts';
import avatarStyles from '../ui/avatar.module.css';
import { initials } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Textarea } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Linked } from '../ui/linked.tsx';
import { Note } from '../ui/note.tsx';
import textStyles from '../ui/text.module.css';
import { draftFrom, keptProof } from './draft.ts';
import { useAppeal, usePartnerName, useWithdrawProof } from './proof-acts.ts';
import styles from './review.module.css';
import taskVerificationStyles from './task-verification.module.css';
import { uploadsOf } from './uploads.ts';
import { dayAndTime, judgeName, withWords } from './words.ts';

interface InReviewProps {
  readonly one: Verification;
  readonly clock: OwnerClock;
}

const PARTNER_HOURS = 72;

/** Turns the submitted proof into a draft again, so that the person can improve it. */
function keepAsDraft(client: QueryClient, one: Verification, given: Submission): void {
  const picture = given.design?.diagram?.file;
  keptProof(client, one.id).keep(draftFrom(given, one.type));
  // The picture of the diagram is left out, because it will be drawn again.
  uploadsOf(one.id).addGiven(given.files.filter(({ id }) => id !== picture));
}

/**
 * Shows the judge, the deadline and the button that withdraws the proof. After the deadline a withdrawn proof cannot be
 * replaced, so the button asks first.
 */
export function InReview({ one, clock }: InReviewProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const last = one.submissions.at(-1);
  const isOver = one.proofDueAt !== null && Date.parse(one.proofDueAt) < clock.now;
  const withdrawing = useWithdrawProof(one.id, () => last && !isOver && keepAsDraft(client, one, last));
  const withdraw = () => withdrawing.mutate();
  const until = last && one.judge === 'partner' ? new Date(Date.parse(last.at) + PARTNER_HOURS * 3_600_000).toISOString() : null;
  return (
    <div className={styles.inReview}>
      <p className={textStyles.small}>
        <b className={clsx(textStyles.review, styles.state)}>In review</b>, {withWords(one)}
        {last && <> since {dayAndTime(last.at, clock)}</>}.
        {until && <span className={textStyles.faint}> Without an answer by {dayAndTime(until, clock)} the next judge decides.</span>}
      </p>
      <Button size="s" busy={withdrawing.isPending} busyLabel="Withdrawing..." onClick={() => (isOver ? setAsking(true) : withdraw())}>
        Withdraw
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Withdraw the proof"
        text="The time for proof is over. Withdrawn now, it expires, and the task counts as missed."
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Leave it in review</Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                withdraw();
              }}
            >
              Withdraw
            </Button>
          </>
        }
      />
    </div>
  );
}

/** A criterion with at least this score is met. */
const MET_FROM = 60;

const VERDICTS: Readonly<Record<Review['verdict'], string>> = { accepted: 'Accepted', rejected: 'Sent back', comment: 'Commented' };

/** For example '3 of 5 points met'. */
export const metWords = (criteria: Review['criteria']): string =>
  `${criteria.filter(({ score }) => score >= MET_FROM).length} of ${criteria.length} points met`;

interface ReviewProps {
  readonly review: Review;
  /** The files of the proof that it is about. */
  readonly files: readonly { readonly id: string; readonly name: string }[];
  /** Whether this review decided the verification. */
  readonly decided: boolean;
  readonly clock: OwnerClock;
}

export function ReviewSaid({ review, files, decided, clock }: ReviewProps) {
  const seen = seenWords(review.seen, files);
  const { judge, criteria, comment, verdict, score, model, promptVersion } = review;
  const name = judgeName(judge);
  return (
    <section className={taskVerificationStyles.statement} aria-label={sentence`${name}, ${dayAndTime(review.at, clock)}`}>
      <div className={taskVerificationStyles.byline}>
        <span
          className={judge.kind === 'partner' ? clsx(avatarStyles.avatar, avatarStyles.partner) : avatarStyles.avatar}
          data-part="avatar"
          aria-hidden="true"
        >
          {judge.kind === 'partner' ? (
            initials({ userMetadata: { fullName: name } })
          ) : (
            <Icon of={judge.kind === 'self' ? PenLine : judge.kind === 'check' ? Check : ScanSearch} />
          )}
        </span>
        <b className={clsx(textStyles.strong, textStyles.small)} dir="auto">
          {name}
        </b>
        <time className={clsx(textStyles.small, textStyles.faint)} dateTime={review.at}>
          {dayAndTime(review.at, clock)}
        </time>
        <span className={clsx(textStyles.atEnd, textStyles.small, textStyles.muted)}>
          {criteria.length > 0 ? metWords(criteria) : decided || verdict !== 'comment' ? VERDICTS[verdict] : ''}
        </span>
      </div>
      {seen && (
        <p className={clsx(textStyles.small, textStyles.muted)} dir="auto">
          {seen}
        </p>
      )}
      {comment && (
        <p className={taskVerificationStyles.text} dir="auto">
          <Linked text={comment} />
        </p>
      )}
      {criteria.length > 0 && (
        <ul className={styles.criteria}>
          {criteria.map((one) => (
            <li key={one.name} className={one.score >= MET_FROM ? undefined : styles.unmet}>
              <Icon of={one.score >= MET_FROM ? Check : X} label={one.score >= MET_FROM ? 'Met' : 'Not met'} />
              <span>
                {one.name}
                {one.comment && <small dir="auto">{one.comment}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {(score !== null || model) && (
        <p className={clsx(textStyles.tiny, textStyles.faint, styles.details)}>
          {[
            score === null ? null : `Score ${score} of 100`,
            criteria.length > 0 && verdict !== 'comment' ? VERDICTS[verdict].toLowerCase() : null,
            model,
            promptVersion && `instructions ${promptVersion}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
    </section>
  );
}

const LONGEST_APPEAL = 2_000;

/**
 * The time at which the task was missed, expired or finally rejected. Null: none of these. A verdict can come after the time
 * for proof.
 */
function missedInstant(one: Verification | null, task: Task): string | null {
  const missed = missedAt(task);
  const verdict = one?.state === 'rejected' ? (one.decision?.at ?? '') : '';
  return missed !== null && verdict > missed ? verdict : missed;
}

interface AppealProps {
  readonly one: Verification | null;
  readonly task: Task | null;
  readonly clock: OwnerClock;
}

/** Shows the outcome of the appeal, or the button to make one while that is still possible. */
export function AppealSection({ one, task, clock }: AppealProps) {
  const partner = usePartnerName(task?.partnerId ?? null);
  const [asking, setAsking] = useState(false);
  if (one?.appeal) return <AppealMade appeal={one.appeal} partner={partner} clock={clock} />;
  const missed = task && missedInstant(one, task);
  if (!task || missed === null || clock.now > appealUntil(missed)) return null;
  return (
    <section className={detailStyles.section} data-part="detail-section" aria-labelledby="appeal-h">
      <h3 id="appeal-h">Appeal</h3>
      <p className={clsx(textStyles.small, textStyles.muted)}>
        {partner
          ? `Something got in the way? ${partner} can count it as kept. There is one appeal for each task, until ${dayAndTime(new Date(appealUntil(missed)).toISOString(), clock)}.`
          : 'Your partner decides about an appeal, and nobody has accepted to be your partner yet.'}
      </p>
      {partner && (
        <Button className={layoutStyles.before12} onClick={() => setAsking(true)}>
          Appeal to <bdi>{partner}</bdi>
        </Button>
      )}
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={`Appeal to ${partner}`}
        text={`Missed ${dayAndTime(missed, clock)}. If ${partner} accepts, a correction is added. The miss stays in the history.`}
      >
        <AppealForm id={task.id} onClose={() => setAsking(false)} />
      </Dialog>
    </section>
  );
}

const APPEAL = z.object({
  text: z
    .string()
    .refine((text) => text.trim() !== '', { error: 'Say what happened.' })
    .refine((text) => [...text].length <= LONGEST_APPEAL, { error: 'At most 2,000 characters.' })
    .transform((text) => text.trim()),
});

function AppealForm({ id, onClose }: { id: string; onClose: () => void }) {
  const appeal = useAppeal(id, onClose);
  const form = useCallForm({ resolver: checkedAsTyped(APPEAL), mode: 'onSubmit', defaultValues: { text: '' }, send: appeal.mutateAsync });
  return (
    <form {...form.attributes} className={layoutStyles.before12}>
      <FormField form={form} name="text" label="What happened">
        <Textarea autoFocus rows={3} {...form.register('text')} />
      </FormField>
      {form.failure && (
        <Note tone="missed" alert title={messageOf(form.failure)} className={layoutStyles.before12}>
          What you wrote is still here.
        </Note>
      )}
      <footer>
        <Button onClick={onClose}>Not now</Button>
        <Button variant="primary" type="submit" busy={appeal.isPending} busyLabel="Sending...">
          Send appeal
        </Button>
      </footer>
    </form>
  );
}

const APPEAL_TITLES = { waiting: 'Appeal made', accepted: 'Appeal accepted', rejected: 'Appeal rejected' } as const;

function AppealMade({
  appeal,
  partner,
  clock,
}: {
  appeal: NonNullable<Verification['appeal']>;
  partner: string | null;
  clock: OwnerClock;
}) {
  const { state, text, comment, at, decidedAt } = appeal;
  return (
    <section className={detailStyles.section} data-part="detail-section" aria-labelledby="appeal-h">
      <h3 id="appeal-h">{APPEAL_TITLES[state]}</h3>
      <p className={clsx(textStyles.small, textStyles.faint)}>
        {dayAndTime(at, clock)}
        {state === 'waiting' && sentence`, with ${partner ?? 'your partner'}`}
        {decidedAt && `, answered ${dayAndTime(decidedAt, clock)}`}
      </p>
      <p className={clsx(taskVerificationStyles.text, styles.appeal)} dir="auto">
        {text}
      </p>
      {comment && (
        <p className={clsx(taskVerificationStyles.text, styles.appeal, textStyles.muted)} dir="auto">
          {comment}
        </p>
      )}
      {state === 'accepted' && (
        <p className={clsx(textStyles.small, textStyles.muted)}>It counts as kept on its own date. The miss stays in the history.</p>
      )}
    </section>
  );
}

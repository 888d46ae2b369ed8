import { Check, PenLine, ScanSearch, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { OwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import type { Task } from '../api/tasks.ts';
import type { Review, Submission, Verification } from '../api/verifications.ts';
import { appealUntil, missedAt } from '../tasks/state.ts';
import { initials } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Textarea } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { draftFrom, writeDraft } from './draft.ts';
import { useAppeal, usePartnerName, useWithdrawProof } from './proof-acts.ts';
import { uploadsOf } from './uploads.ts';
import { dayAndTime, judgeName, withWords } from './words.ts';

interface InReviewProps {
  readonly one: Verification;
  readonly clock: OwnerClock;
}

const PARTNER_HOURS = 72;

/** What was given is a draft again, for somebody who takes it back to say it better. */
function keepAsDraft(one: Verification, given: Submission): void {
  const picture = given.design?.diagram?.file;
  writeDraft(one.id, draftFrom(given, one.type));
  // The picture of a diagram is drawn anew.
  uploadsOf(one.id).addGiven(given.files.filter(({ id }) => id !== picture));
}

/** Who has the proof, until when, and the button that takes it back. Past its deadline that ends the matter, so it asks first. */
export function InReview({ one, clock }: InReviewProps) {
  const [asking, setAsking] = useState(false);
  const last = one.submissions.at(-1);
  const isOver = one.proofDueAt !== null && Date.parse(one.proofDueAt) < clock.now;
  const withdrawing = useWithdrawProof(one.id, () => last && !isOver && keepAsDraft(one, last));
  const withdraw = () => withdrawing.mutate();
  const until = last && one.judge === 'partner' ? new Date(Date.parse(last.at) + PARTNER_HOURS * 3_600_000).toISOString() : null;
  return (
    <div className="vrev">
      <p className="s2">
        <b className="review">In review</b>, {withWords(one)}
        {last && <> since {dayAndTime(last.at, clock)}</>}.
        {until && <span className="q3"> Without an answer by {dayAndTime(until, clock)} the next judge decides.</span>}
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

/** The score from which a criterion is met. */
const MET_FROM = 60;

const VERDICTS: Readonly<Record<Review['verdict'], string>> = { accepted: 'Accepted', rejected: 'Sent back', comment: 'Commented' };

/** How the criteria came out: '3 of 5 points met'. */
export const metWords = (criteria: Review['criteria']): string =>
  `${criteria.filter(({ score }) => score >= MET_FROM).length} of ${criteria.length} points met`;

interface ReviewProps {
  readonly review: Review;
  /** Whether it is this one that decided. */
  readonly decided: boolean;
  readonly clock: OwnerClock;
}

/** What one judge said: by whom, when, the verdict, why, and the criteria where there are any. */
export function ReviewSaid({ review, decided, clock }: ReviewProps) {
  const { judge, criteria, comment, verdict, score, model, promptVersion } = review;
  const name = judgeName(judge);
  return (
    <section className="say" aria-label={`${name}, ${dayAndTime(review.at, clock)}`}>
      <div className="say-h">
        <span className={judge.kind === 'partner' ? 'av a' : 'av'} aria-hidden="true">
          {judge.kind === 'partner' ? (
            initials({ userMetadata: { fullName: name } })
          ) : (
            <Icon of={judge.kind === 'self' ? PenLine : judge.kind === 'check' ? Check : ScanSearch} />
          )}
        </span>
        <b className="b s2">{name}</b>
        <time className="s2 q3" dateTime={review.at}>
          {dayAndTime(review.at, clock)}
        </time>
        <span className="end s2 q2">
          {criteria.length > 0 ? metWords(criteria) : decided || verdict !== 'comment' ? VERDICTS[verdict] : ''}
        </span>
      </div>
      {comment && <p className="pre">{comment}</p>}
      {criteria.length > 0 && (
        <ul className="pts">
          {criteria.map((one) => (
            <li key={one.name} className={one.score >= MET_FROM ? undefined : 'no'}>
              <Icon of={one.score >= MET_FROM ? Check : X} label={one.score >= MET_FROM ? 'Met' : 'Not met'} />
              <span>
                {one.name}
                {one.comment && <small>{one.comment}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {(score !== null || model) && (
        <p className="s1 q3 said-m">
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

/** When a task was missed, expired or rejected for good; null where it was not. A verdict can come after the time for proof. */
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

/** The appeal against a miss: what came of it, or the button that makes one while that is still possible. */
export function AppealSection({ one, task, clock }: AppealProps) {
  const partner = usePartnerName(task?.partnerId ?? null);
  const [asking, setAsking] = useState(false);
  if (one?.appeal) return <AppealMade appeal={one.appeal} partner={partner} clock={clock} />;
  const missed = task && missedInstant(one, task);
  if (!task || missed === null || clock.now > appealUntil(missed)) return null;
  return (
    <section className="dsec" aria-labelledby="appeal-h">
      <h3 id="appeal-h">Appeal</h3>
      <p className="s2 q2">
        {partner
          ? `Something got in the way? ${partner} can count it as kept. There is one appeal for each task, until ${dayAndTime(new Date(appealUntil(missed)).toISOString(), clock)}.`
          : 'Your partner decides about an appeal, and nobody has accepted to be your partner yet.'}
      </p>
      {partner && (
        <Button className="mt-3" onClick={() => setAsking(true)}>
          Appeal to {partner}
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

function AppealForm({ id, onClose }: { id: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const appeal = useAppeal(id, onClose);
  const fault = text.trim() === '' ? 'Say what happened.' : [...text].length > LONGEST_APPEAL ? 'At most 2,000 characters.' : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!fault && !appeal.isPending) appeal.mutate({ text: text.trim() });
  }
  return (
    <form onSubmit={submit} noValidate className="mt-3">
      <Field label="What happened" error={tried ? fault : undefined}>
        <Textarea autoFocus rows={3} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      {appeal.error && (
        <Note tone="missed" alert title={messageOf(appeal.error)} className="mt-3">
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
    <section className="dsec" aria-labelledby="appeal-h">
      <h3 id="appeal-h">{APPEAL_TITLES[state]}</h3>
      <p className="s2 q3">
        {dayAndTime(at, clock)}
        {state === 'waiting' && `, with ${partner ?? 'your partner'}`}
        {decidedAt && `, answered ${dayAndTime(decidedAt, clock)}`}
      </p>
      <p className="pre appeal-t">{text}</p>
      {comment && <p className="pre appeal-t q2">{comment}</p>}
      {state === 'accepted' && <p className="s2 q2">It counts as kept on its own date. The miss stays in the history.</p>}
    </section>
  );
}

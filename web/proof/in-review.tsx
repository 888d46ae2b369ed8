import { useState } from 'react';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { Submission, Verification } from '../api/verifications.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { draftFrom } from './draft.ts';
import { writeDraft } from './draft-store.ts';
import { useWithdrawProof } from './use-proof-acts.ts';
import { uploadsOf } from './use-uploads.ts';
import { dayAndTime, withWords } from './words.ts';

interface InReviewProps {
  readonly one: Verification;
  readonly clock: OwnerClock;
}

const PARTNER_HOURS = 72;

/** What was given is a draft again, for somebody who takes it back to say it better. */
function keep(one: Verification, given: Submission): void {
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
  const withdrawing = useWithdrawProof(one.id, () => last && !isOver && keep(one, last));
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

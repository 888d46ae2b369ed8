import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { designFeedbackQuery, readUsage } from '../api/ai.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { failedWith } from '../api/problem.ts';
import type { Verification } from '../api/verifications.ts';
import { Invitation, usePremium } from '../plans/invitation.tsx';
import { AiFault } from '../plans/plan-faults.tsx';
import { Button } from '../ui/button.tsx';
import { LinesSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { ReviewSaid } from './review.tsx';
import styles from './task-verification.module.css';

/** A feature of Pro: feedback on the newest design, with follow-up questions. It does not change the verdict. */
export function DesignFeedback({ one, clock }: { one: Verification; clock: OwnerClock }) {
  const newest = one.submissions.findLast(({ design, state }) => design !== null && state !== 'withdrawn');
  if (one.type !== 'system_design' || !newest) return null;
  return (
    <section className={styles.feedback} aria-labelledby="dfb-h">
      <h3 id="dfb-h">Feedback on the design</h3>
      <Feedback key={newest.id} task={one.taskId} submission={newest.id} clock={clock} />
    </section>
  );
}

function Feedback({ task, submission, clock }: { task: string; submission: string; clock: OwnerClock }) {
  const client = useQueryClient();
  const premium = usePremium();
  const [asked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...designFeedbackQuery(task, submission), enabled: asked || premium === 'past' });
  const isMade = data !== undefined;
  useEffect(() => {
    if (isMade) readUsage(client);
  }, [client, isMade]);
  if (data)
    return (
      <>
        <ReviewSaid review={data.feedback} files={[]} decided={false} clock={clock} />
        {data.followUpQuestions.length > 0 && (
          <>
            <h4>Questions that go on from it</h4>
            <ol className={styles.questions}>
              {data.followUpQuestions.map((question) => (
                <li key={question}>{question}</li>
              ))}
            </ol>
          </>
        )}
      </>
    );
  if (premium === null) return null;
  if (premium === 'closed' || failedWith(error, 'premium_required')) return <DesignInvitation />;
  if (error) return <AiFault error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  if (isFetching) return <LinesSkeleton lines={5} label="Reading the design. It may take a minute." />;
  return (
    <div className={styles.offer}>
      <p className={clsx(textStyles.small, textStyles.muted)}>
        What holds, what breaks first, and the questions that an interviewer would ask next. It counts as one premium request and judges
        nothing.
      </p>
      <Button onClick={() => setAsked(true)}>Get feedback</Button>
    </div>
  );
}

const DesignInvitation = () => (
  <Invitation
    title="A second look at your design"
    text="Pro reads the design against its own requirements, says what holds and what breaks first, and asks the next questions."
  >
    <p>The write path holds for the stated load. The single queue is what breaks first: nothing says what happens when a consumer stops.</p>
    <p>
      <b>Next question:</b> how would you move one tenant to another shard without losing a message?
    </p>
  </Invitation>
);

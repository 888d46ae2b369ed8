import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { type CodeSolution, readUsage, solutionQuery } from '../../api/ai.ts';
import type { CodeTask } from '../../api/code-tasks.ts';
import { failedWith } from '../../api/problem.ts';
import { verificationQuery } from '../../api/verifications.ts';
import { Invitation, usePremium } from '../../plans/invitation.tsx';
import { AiFault } from '../../plans/plan-faults.tsx';
import { Button } from '../../ui/button.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Section } from '../../ui/page.tsx';
import { LinesSkeleton } from '../../ui/states.tsx';
import textStyles from '../../ui/text.module.css';
import styles from './solutions.module.css';

const TITLE = 'Solutions explained';

/** A feature of Pro: explains the person's solution of a solved question and shows alternatives. */
export function Solutions({ question }: { question: CodeTask }) {
  const { data: verification } = useQuery({ ...verificationQuery(question.taskId), enabled: question.status !== 'completed' });
  const isDecided = verification?.state === 'verified' || verification?.state === 'expired';
  if (question.status !== 'completed' && !isDecided) return null;
  return <Explained question={question} />;
}

function Explained({ question }: { question: CodeTask }) {
  const client = useQueryClient();
  const premium = usePremium();
  const [asked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...solutionQuery(question.id), enabled: asked || premium === 'past' });
  const isMade = data !== undefined;
  useEffect(() => {
    if (isMade) readUsage(client);
  }, [client, isMade]);
  if (premium === null && !data) return null;
  const isClosed = failedWith(error, 'premium_required') || (premium === 'closed' && !data);
  if (isClosed) return <SolutionInvitation />;
  return (
    <Section title={TITLE}>
      {data && <Solution solution={data} />}
      {!data && error && <AiFault error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && isFetching && <LinesSkeleton lines={6} label="Explaining the solution. It may take a minute." />}
      {!data && !error && !isFetching && (
        <div className={styles.offer}>
          <p className={clsx(textStyles.small, textStyles.muted)}>
            What your solution rests on, how fast it is, and other ways to solve it. The first time counts as one premium request.
          </p>
          <Button onClick={() => setAsked(true)}>Explain the solution</Button>
        </div>
      )}
    </Section>
  );
}

const SolutionInvitation = () => (
  <Section title={TITLE}>
    <Invitation
      title="See why it works, and how else"
      text="Pro explains a question that you have solved: the idea behind it, its time and space, and other solutions with what they cost."
    >
      <p>
        <b>Two Sum.</b> One pass with a map from value to index: each number asks whether its complement was seen. Time O(n), space O(n).
      </p>
      <p>
        <b>Another way: sort, then two pointers.</b> No map, but the order is lost and sorting takes O(n log n). Better where memory is
        short.
      </p>
    </Invitation>
  </Section>
);

function Solution({ solution: { explanation, complexity, alternatives, model } }: { solution: CodeSolution }) {
  return (
    <div className={styles.solution}>
      <Markdown text={explanation} />
      {complexity && (
        <p>
          <b className={textStyles.strong}>Time and space:</b> {complexity}
        </p>
      )}
      {alternatives.map(({ title, language, code, tradeOffs }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <p className={clsx(textStyles.small, textStyles.muted)}>{tradeOffs}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <section className={styles.code} tabIndex={0} aria-label={`Code in ${language}`}>
            <pre className={textStyles.monospace}>{code}</pre>
          </section>
        </section>
      ))}
      <p className={clsx(textStyles.tiny, textStyles.faint)}>
        {model === null ? 'A written rubric says this: no AI is set up here.' : `Explained by ${model}.`}
      </p>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { plural } from '../../../src/contracts/words/format.ts';
import { type CodeTask, codeTasksQuery } from '../../api/code-tasks.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorState, LinesSkeleton } from '../../ui/states.tsx';
import textStyles from '../../ui/text.module.css';
import styles from './attempt-screen.module.css';
import { QuestionForm, RemoveQuestion } from './question-form.tsx';
import { Solutions } from './solutions.tsx';
import workbenchStyles from './workbench.module.css';
import { Workbench } from './workbench.tsx';

function Question({ question }: { question: CodeTask }) {
  const { statement, url, constraints, examples } = question;
  return (
    <section aria-label="Question" className={styles.statement}>
      <p className={clsx(textStyles.small, textStyles.muted)}>
        <a className={textStyles.link} href={url} target="_blank" rel="noreferrer noopener">
          {hostOf(url)}
        </a>
        {question.pasted && ', the statement was pasted'}
      </p>
      {statement !== null && <Markdown text={statement} />}
      <Examples question={question} />
      {constraints.length > 0 && (
        <>
          <h2>Constraints</h2>
          <ul>
            {constraints.map((constraint) => (
              <li key={constraint}>{constraint}</li>
            ))}
          </ul>
        </>
      )}
      {examples.length === 0 && statement !== null && (
        <Note>There are no examples, so your code is not run: whoever judges your proof reads it.</Note>
      )}
    </section>
  );
}

function Examples({ question: { examples, examplesFound: found } }: { question: CodeTask }) {
  if (examples.length === 0) return null;
  const missing = found - examples.filter(({ edited }) => !edited).length;
  return (
    <>
      <h2>{plural(examples.length, 'example', 'examples')}</h2>
      <ol className={styles.examples}>
        {examples.map(({ input, output, explanation, edited }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no names, and their order never changes
          <li key={index}>
            <dl>
              <dt>Input</dt>
              <dd>
                <pre>{input}</pre>
              </dd>
              <dt>Output</dt>
              <dd>
                <pre>{output}</pre>
              </dd>
            </dl>
            {explanation && <p className={textStyles.small}>{explanation}</p>}
            {edited && (
              <p className={clsx(textStyles.small, textStyles.due)}>You wrote this example. Whoever reads your proof sees that.</p>
            )}
          </li>
        ))}
      </ol>
      {missing > 0 && (
        <p className={clsx(textStyles.small, textStyles.due)}>{plural(missing, 'example', 'examples')} of the question left out.</p>
      )}
    </>
  );
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

const STATUS: Readonly<Record<CodeTask['status'], { readonly word: string; readonly tone: Tone }>> = {
  ready: { word: 'Not tried yet', tone: 'neutral' },
  needs_statement: { word: 'Statement missing', tone: 'due' },
  attempted: { word: 'Not solved yet', tone: 'due' },
  completed: { word: 'Solved', tone: 'kept' },
};

export function AttemptScreen() {
  const { taskId = '', codeTaskId = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(codeTasksQuery(taskId));
  const question = data?.find(({ id }) => id === codeTaskId);
  const back = (
    <Link className={clsx(textStyles.link, styles.link, styles.back)} to={`/verify/task/${encodeURIComponent(taskId)}`}>
      <Icon of={ArrowLeft} /> Back to the task
    </Link>
  );
  return (
    <Page title={question?.title ?? 'Coding question'} sub={back} actions={question && <Standing question={question} />}>
      {question && <Solving key={question.id} question={question} />}
      {!question && data && (
        <ErrorState title="This coding question is not here any more">The address is wrong, or it is not yours.</ErrorState>
      )}
      {!data && error && (
        <ErrorState title={error.message} onRetry={() => void refetch()} retrying={isFetching}>
          What you submitted is safe.
        </ErrorState>
      )}
      {!data && !error && <LinesSkeleton lines={8} label="Loading the coding question" />}
    </Page>
  );
}

/** Without examples the program cannot tell whether the question is solved. The judge of the proof decides. */
function Standing({ question: { status, examples } }: { question: CodeTask }) {
  const { word, tone } = status === 'attempted' && examples.length === 0 ? SUBMITTED : STATUS[status];
  return <Badge tone={tone}>{word}</Badge>;
}

const SUBMITTED = { word: 'Submitted', tone: 'review' } as const;

function Solving({ question }: { question: CodeTask }) {
  const [editing, setEditing] = useState(question.statement === null);
  const canEdit = question.attempts === 0;
  return (
    <div className={styles.workspace}>
      <div className={styles.question}>
        {editing && canEdit ? (
          <QuestionForm question={question} onDone={() => setEditing(false)} />
        ) : (
          <>
            <Question question={question} />
            {canEdit && (
              <div className={workbenchStyles.actions}>
                <Button size="s" onClick={() => setEditing(true)}>
                  Change the question
                </Button>
                <RemoveQuestion question={question} />
              </div>
            )}
          </>
        )}
      </div>
      <div className={styles.work}>
        <Workbench question={question} />
        <Solutions question={question} />
      </div>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { type CodeTask, codeTasksQuery } from '../../api/code-tasks.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { LinesSkeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { QuestionForm } from './question-form.tsx';
import { RemoveQuestion } from './remove-question.tsx';
import { Solutions } from './solutions.tsx';
import { Question } from './statement.tsx';
import { Workbench } from './workbench.tsx';
import './coding.css';

const STATUS: Readonly<Record<CodeTask['status'], { readonly word: string; readonly tone: Tone }>> = {
  ready: { word: 'Not tried yet', tone: 'neutral' },
  needs_statement: { word: 'Statement missing', tone: 'due' },
  attempted: { word: 'Not solved yet', tone: 'due' },
  completed: { word: 'Solved', tone: 'kept' },
};

/** One coding question: its statement, and the code with which it is to be solved. */
export function AttemptScreen() {
  const { taskId = '', codeTaskId = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(codeTasksQuery(taskId));
  const question = data?.find(({ id }) => id === codeTaskId);
  const back = (
    <Link className="link back" to={`/verify/task/${encodeURIComponent(taskId)}`}>
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

/** Without examples nothing says whether it is solved: whoever judges the proof does. */
function Standing({ question: { status, examples } }: { question: CodeTask }) {
  const { word, tone } = status === 'attempted' && examples.length === 0 ? SUBMITTED : STATUS[status];
  return <Badge tone={tone}>{word}</Badge>;
}

const SUBMITTED = { word: 'Submitted', tone: 'review' } as const;

function Solving({ question }: { question: CodeTask }) {
  const [editing, setEditing] = useState(question.statement === null);
  const canEdit = question.attempts === 0;
  return (
    <div className="cg">
      <div className="cg-q">
        {editing && canEdit ? (
          <QuestionForm question={question} onDone={() => setEditing(false)} />
        ) : (
          <>
            <Question question={question} />
            {canEdit && (
              <div className="wb-a">
                <Button size="s" onClick={() => setEditing(true)}>
                  Change the question
                </Button>
                <RemoveQuestion question={question} />
              </div>
            )}
          </>
        )}
      </div>
      <div className="cg-w">
        <Workbench question={question} />
        <Solutions question={question} />
      </div>
    </div>
  );
}

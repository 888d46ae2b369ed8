import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useRepeatKey } from '../../api/client.ts';
import { addQuestions, type CodeTask, codeTaskKeys, codeTasksQuery } from '../../api/code-tasks.ts';
import { ApiError, messageOf } from '../../api/problem.ts';
import type { Task } from '../../api/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import textStyles from '../../ui/text.module.css';
import { TEXT_TONES, type TextTone } from '../../ui/text-tones.ts';
import styles from './code-tasks.module.css';

const STATUS: Readonly<Record<CodeTask['status'], { readonly word: string; readonly tone: TextTone }>> = {
  ready: { word: 'Not tried yet', tone: 'muted' },
  needs_statement: { word: 'Paste its statement', tone: 'due' },
  attempted: { word: 'Not solved yet', tone: 'due' },
  completed: { word: 'Solved', tone: 'kept' },
};

/** Lists the questions and adds further ones by their addresses. */
export function CodeTasks({ task }: { task: Pick<Task, 'id' | 'archived' | 'verificationState'> }) {
  const { data, error, isFetching, refetch } = useQuery(codeTasksQuery(task.id));
  const isOver = task.archived || task.verificationState === 'verified' || task.verificationState === 'expired';
  if (isOver && data?.length === 0) return null;
  return (
    <Section title="Coding questions" end={data && data.length > 0 ? data.length : undefined}>
      {error && !data && <ErrorState title={error.message} onRetry={() => void refetch()} retrying={isFetching} />}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((question) => (
            <Row key={question.id} question={question} />
          ))}
        </ul>
      )}
      {data && !isOver && <AddQuestions taskId={task.id} isFirst={data.length === 0} />}
    </Section>
  );
}

/** Without examples the program cannot tell whether the question is solved. The judge of the proof decides. */
const SUBMITTED = { word: 'Submitted', tone: 'muted' } as const;

function Row({ question: { id, taskId, title, url, status, best, attempts, examples } }: { question: CodeTask }) {
  const { word, tone } = status === 'attempted' && examples.length === 0 ? SUBMITTED : STATUS[status];
  const passed = best && best.total > 0 ? `, best ${best.passed} of ${best.total}` : '';
  return (
    <li>
      <Link
        className={clsx(textStyles.link, textStyles.strong)}
        to={`/verify/task/${encodeURIComponent(taskId)}/attempt/${encodeURIComponent(id)}`}
      >
        {title ?? url}
      </Link>
      <span className={textStyles.small}>
        <span className={TEXT_TONES[tone]}>{word}</span>
        {attempts > 0 && <span className={textStyles.faint}>{`, ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}${passed}`}</span>}
      </span>
    </li>
  );
}

const urlsIn = (text: string): readonly string[] => [...new Set(text.split(/\s+/).filter((part) => part !== ''))];

function AddQuestions({ taskId, isFirst }: { taskId: string; isFirst: boolean }) {
  const client = useQueryClient();
  const key = useRepeatKey();
  const [text, setText] = useState('');
  const urls = urlsIn(text);
  const adding = useMutation({
    mutationFn: () => addQuestions(taskId, urls, key.of(urls)),
    onSuccess: (added) => {
      key.made();
      setText('');
      client.setQueryData<CodeTask[]>(
        codeTaskKeys.of(taskId),
        (all) => all && [...all.filter(({ id }) => !added.some((one) => one.id === id)), ...added],
      );
    },
    onError: key.failed,
  });
  const errors = adding.error instanceof ApiError ? adding.error.errors : {};
  const wrong = Object.entries(errors).flatMap(([name, sentences]) => (name.startsWith('urls') ? sentences : []));
  return (
    <form
      className={styles.form}
      aria-label="Add coding questions"
      onSubmit={(event) => {
        event.preventDefault();
        if (urls.length > 0) adding.mutate();
      }}
    >
      <Field
        label={isFirst ? 'Addresses of the questions' : 'More addresses'}
        hint="Up to five at once, one on each line. A page that cannot be read asks for its statement."
        error={wrong.length > 0 ? wrong : undefined}
      >
        <Textarea rows={2} value={text} placeholder="https://…" onChange={(event) => setText(event.target.value)} />
      </Field>
      {adding.error && wrong.length === 0 && <Note tone="missed" alert title={messageOf(adding.error)} />}
      <Button type="submit" size="s" busy={adding.isPending} busyLabel="Reading the pages..." disabled={urls.length === 0}>
        Add
      </Button>
    </form>
  );
}

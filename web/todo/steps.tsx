import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { childrenQuery, type Task } from '../api/tasks.ts';
import { dayWord } from '../lib/words.ts';
import { faultsOf, NEW_DRAFT } from '../tasks/draft.ts';
import { dueOf } from '../tasks/due.ts';
import { useNewTask } from '../tasks/new-task.ts';
import { TaskTick } from '../tasks/task-row.tsx';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';

/** The steps of a task, which can be completed, opened, added and deleted. */
export function Steps({ task }: { task: Task }) {
  const { data, error, refetch, isFetching } = useQuery(childrenQuery(task.id));
  const done = data?.filter((step) => step.completed).length ?? 0;
  return (
    <section className="dsec" aria-labelledby="steps-h">
      <h3 id="steps-h">
        Steps{' '}
        {data && data.length > 0 && (
          <span className="count">
            {done} of {data.length}
          </span>
        )}
      </h3>
      {error && !data && (
        <ErrorState title={error.message} onRetry={() => void refetch()} retrying={isFetching}>
          The task itself is safe.
        </ErrorState>
      )}
      {!data && !error && <LinesSkeleton lines={2} label="Loading steps" />}
      {data && data.length > 0 && (
        <ul className="steps">
          {data.map((step) => (
            <Step key={step.id} step={step} />
          ))}
        </ul>
      )}
      {data && !task.archived && <AddStep task={task} />}
    </section>
  );
}

function Step({ step }: { step: Task }) {
  const { acts, clock, to } = useTaskScreen();
  const due = dueOf(step, clock.zone);
  return (
    <li>
      <TaskTick task={step} />
      <Link to={to(step.id)} className={step.completed ? 'q2' : undefined}>
        {step.title}
      </Link>
      {due && <span className="q3 s1 nw">{[dayWord(due.date, clock.today), due.time].filter(Boolean).join(' ')}</span>}
      <IconButton label={`Delete step: ${step.title}`} onClick={() => acts.remove(step)}>
        <Icon of={Trash2} />
      </IconButton>
    </li>
  );
}

function AddStep({ task }: { task: Task }) {
  const [title, setTitle] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { create, creating, faults, fault, forget } = useNewTask(task.id);
  const own = title === '' ? undefined : faultsOf({ ...NEW_DRAFT, title }).title;
  const wrong = own ?? faults.title ?? fault ?? undefined;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (title.trim() === '' || own || creating) return;
    await create({ ...NEW_DRAFT, title });
    setTitle('');
    input.current?.focus();
  }
  return (
    <form className="step-add" onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate>
      <Icon of={Plus} className="q3" />
      <input
        ref={input}
        aria-label="Add step"
        placeholder="Add step"
        autoComplete="off"
        value={title}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? 'step-error' : undefined}
        onChange={(event) => {
          setTitle(event.target.value);
          forget();
        }}
      />
      {wrong && (
        <span className="err" id="step-error">
          {wrong}
        </span>
      )}
    </form>
  );
}

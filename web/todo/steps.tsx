import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, memo } from 'react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { clockTime, dayWord } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { messageOf } from '../api/problem.ts';
import { childrenQuery, type Task } from '../api/tasks.ts';
import { faultAt } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { cachedSteps } from '../tasks/cache.ts';
import detailStyles from '../tasks/detail.module.css';
import { addFaults, faultsIn, NEW_DRAFT } from '../tasks/draft.ts';
import { dueOf } from '../tasks/due.ts';
import type { Draft } from '../tasks/fields.ts';
import { useNewTask } from '../tasks/new-task.ts';
import { TaskTick } from '../tasks/task-row.tsx';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import badgeStyles from '../ui/badge.module.css';
import { IconButton } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { Icon } from '../ui/icon.tsx';
import { ErrorState, LinesSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import styles from './steps.module.css';

export const Steps = memo(function Steps({ task }: { task: Task }) {
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery({
    ...childrenQuery(task.id),
    placeholderData: () => cachedSteps(client, task.id),
  });
  const done = data?.filter((step) => step.completed).length ?? 0;
  return (
    <section className={detailStyles.section} data-part="detail-section" aria-labelledby="steps-h">
      <h3 id="steps-h">
        Steps{' '}
        {data && data.length > 0 && (
          <span className={badgeStyles.count} data-part="count">
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
        <ul className={styles.list}>
          {data.map((step) => (
            <Step key={step.id} step={step} />
          ))}
        </ul>
      )}
      {data && !task.archived && <AddStep task={task} />}
    </section>
  );
});

function Step({ step }: { step: Task }) {
  const { acts, clock, to } = useTaskScreen();
  const due = dueOf(step, clock.zone);
  return (
    <li>
      <TaskTick task={step} />
      <Link to={to(step.id)} dir="auto" className={step.completed ? textStyles.muted : undefined}>
        {step.title}
      </Link>
      {due && (
        <span className={clsx(textStyles.faint, textStyles.tiny, textStyles.unbroken)}>
          {[dayWord(due.date, clock.today), due.time && clockTime(due.time)].filter(Boolean).join(' ')}
        </span>
      )}
      <IconButton label={sentence`Delete step: ${step.title}`} onClick={() => acts.remove(step)}>
        <Icon of={Trash2} />
      </IconButton>
    </li>
  );
}

const TYPED_STEP = zodResolver(
  z.object({ title: z.string() }).transform(({ title }, context): Draft => {
    const draft = { ...NEW_DRAFT, title };
    addFaults(draft, context);
    return draft;
  }),
);

function AddStep({ task }: { task: Task }) {
  const { create } = useNewTask(task.id);
  const form = useCallForm({
    resolver: TYPED_STEP,
    mode: 'onSubmit',
    defaultValues: { title: '' },
    fieldOf: () => 'title',
    send: async (draft) => {
      await create(draft);
      form.reset();
      form.setFocus('title');
    },
  });
  const title = form.watch('title');
  // The error appears while the person types, because a step has no other field to fill in first.
  const own = title === '' ? undefined : faultsIn({ ...NEW_DRAFT, title }).get('title');
  const wrong = own ?? faultAt(form, 'title') ?? (form.failure ? messageOf(form.failure) : undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (title.trim() !== '') void form.submit();
  }
  return (
    <form {...form.attributes} className={styles.form} onSubmit={submit}>
      <Icon of={Plus} className={textStyles.faint} />
      <input
        dir="auto"
        {...form.register('title')}
        aria-label="Add step"
        placeholder="Add step"
        autoComplete="off"
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? 'step-error' : undefined}
      />
      {wrong && (
        <span className={fieldStyles.fault} data-part="fault" id="step-error">
          {wrong}
        </span>
      )}
    </form>
  );
}

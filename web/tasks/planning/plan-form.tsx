import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Timer, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { sentence } from '../../../src/contracts/words/isolated.ts';
import type { OwnerClock } from '../../api/owner-clock.ts';
import { type Task, tasksQuery } from '../../api/tasks.ts';
import { checkedAsTyped } from '../../forms/checked.ts';
import { FormField } from '../../forms/form-field.tsx';
import { useCallForm } from '../../forms/use-call-form.ts';
import { Button } from '../../ui/button.tsx';
import { DatePicker, TimeInput } from '../../ui/date-picker.tsx';
import { Input } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';
import { Select } from '../../ui/select.tsx';
import textStyles from '../../ui/text.module.css';
import { startFocusOn } from '../focus-acts.ts';
import { isOpen } from '../state.ts';
import { formatEstimate, parseEstimate } from '../typed.ts';
import { OVER, refusalOf, useBoxActs } from './box-acts.ts';
import type { PlanSubject } from './plan-subject.ts';
import { LEAST_MINUTES, lengthFor, MOST_MINUTES } from './span.ts';

const LENGTH = 'A length from 5 min to 8 h, such as 45 or 1 h 30.';

const PLACE = z.object({
  taskId: z.string().min(1, { error: 'Choose a task.' }),
  date: z
    .string()
    .nullable()
    .pipe(z.string({ error: 'Choose a day.' })),
  time: z
    .string()
    .nullable()
    .pipe(z.string({ error: 'Choose a time.' })),
  minutes: z.string().transform((typed, context) => {
    const minutes = parseEstimate(typed);
    if (typeof minutes === 'number' && minutes >= LEAST_MINUTES && minutes <= MOST_MINUTES) return minutes;
    context.addIssue({ code: 'custom', message: LENGTH });
    return z.NEVER;
  }),
});

interface PlanFormProps {
  readonly subject: PlanSubject;
  readonly clock: OwnerClock;
  readonly to: (id: string) => string;
  readonly onClose: () => void;
}

function valuesOf(subject: PlanSubject, today: string) {
  if ('box' in subject) {
    const { taskId, date, time, minutes } = subject.box;
    return { taskId, date, time, minutes: formatEstimate(minutes) };
  }
  if ('task' in subject) return { taskId: subject.task.id, date: today, time: null, minutes: formatEstimate(lengthFor(subject.task)) };
  const { date, time, minutes } = subject.place;
  return { taskId: '', date, time, minutes: formatEstimate(minutes) };
}

export function PlanForm({ subject, clock, to, onClose }: PlanFormProps) {
  const client = useQueryClient();
  const acts = useBoxActs(clock);
  const box = 'box' in subject ? subject.box : null;
  const tasks = useQuery(tasksQuery()).data ?? [];
  const form = useCallForm({
    resolver: checkedAsTyped(PLACE),
    mode: 'onSubmit',
    defaultValues: valuesOf(subject, clock.today),
    async send({ taskId, ...place }) {
      const task = 'task' in subject ? subject.task : tasks.find(({ id }) => id === taskId);
      if (box) await acts.sendMove(box, place);
      else if (task) await acts.sendPlan(task, place);
      onClose();
    },
  });
  // The dialog took the focus itself if it was open before this script was loaded.
  const { ref } = form.attributes;
  useEffect(() => ref.current?.querySelector<HTMLElement>('select, input')?.focus(), [ref]);
  const isOver = box !== null && Date.parse(box.endsAt) <= clock.now;
  if (isOver)
    return (
      <div className={layoutStyles.before12}>
        <Note title={OVER} />
        <footer>
          <OpenTask to={to(box.taskId)} onClose={onClose} />
          <Button onClick={onClose}>Close</Button>
        </footer>
      </div>
    );
  return (
    <form {...form.attributes} className={layoutStyles.before12}>
      {'place' in subject && (
        <FormField form={form} name="taskId" label="Task">
          {({ value, onChange }) => <Select value={value} options={plannable(tasks)} placeholder="Choose a task" onChange={onChange} />}
        </FormField>
      )}
      <FormField form={form} name="date" label="Date">
        {({ value, onChange }) => (
          <DatePicker value={value} today={clock.today} min={clock.today} placeholder="Tomorrow, fri, 20 nov" onChange={onChange} />
        )}
      </FormField>
      <FormField form={form} name="time" label="Time">
        {({ value, onChange }) => <TimeInput value={value} placeholder="17, 5pm, 17:30" onChange={onChange} />}
      </FormField>
      <FormField form={form} name="minutes" label="Minutes">
        <Input {...form.register('minutes')} autoComplete="off" placeholder="45, 1 h 30" />
      </FormField>
      {form.failure && (
        <Note tone="missed" alert title={refusalOf(form.failure)}>
          Nothing was changed.
        </Note>
      )}
      <footer>
        {box && (
          <>
            <Button
              variant="danger"
              icon={<Icon of={Trash2} />}
              onClick={() => {
                acts.remove(box);
                onClose();
              }}
            >
              Remove
            </Button>
            <OpenTask to={to(box.taskId)} onClose={onClose} />
          </>
        )}
        {box && (
          <Button
            icon={<Icon of={Timer} />}
            onClick={() => {
              void startFocusOn(client, { id: box.taskId, title: box.title }, undefined, acts.present(box));
              onClose();
            }}
          >
            Focus
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit">
          {box ? 'Save' : 'Plan'}
        </Button>
      </footer>
    </form>
  );
}

const OpenTask = ({ to, onClose }: { to: string; onClose: () => void }) => (
  <Link className={textStyles.link} to={to} onClick={onClose}>
    Open the task
  </Link>
);

/** Open tasks in the order of their due dates, then missed ones. */
function plannable(tasks: readonly Task[]) {
  const missed = tasks.filter(({ status }) => status === 'missed');
  return [...tasks.filter(isOpen), ...missed].map(({ id, title, status }) => ({
    value: id,
    label: status === 'missed' ? sentence`${title} (missed)` : title,
  }));
}

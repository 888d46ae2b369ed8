import { useEffect } from 'react';
import { z } from 'zod';
import { shortDate } from '../../src/contracts/words/format.ts';
import type { Task } from '../api/tasks.ts';
import { checkedAsTyped } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { Button } from '../ui/button.tsx';
import { DayCalendar } from '../ui/calendar.tsx';
import { DatePicker, TimeInput } from '../ui/date-picker.tsx';
import { dueOf } from './due.ts';
import styles from './due-form.module.css';
import { dueOn, type NewDue, nearDays, passedFault } from './move.ts';
import { useTaskScreen } from './task-screen.tsx';

const FAULTS = { date: 'This day is over. Choose today or a later date.', time: 'This time has passed. Choose a later time.' } as const;

/** Checks with the present clock, because the change is shown before the server answers. */
const dueAhead = (clock: Parameters<typeof passedFault>[1]) =>
  z.object({ dueDate: z.string().nullable(), dueTime: z.string().nullable() }).transform((typed, context): NewDue => {
    // A time without a day is one of today.
    const due = { ...typed, dueDate: typed.dueDate ?? (typed.dueTime === null ? null : clock.today) };
    const passed = passedFault(due, clock);
    if (passed) context.addIssue({ code: 'custom', path: [passed === 'date' ? 'dueDate' : 'dueTime'], message: FAULTS[passed] });
    return due;
  });

interface DueFormProps {
  /** Must be open. */
  readonly task: Task;
  readonly onClose: () => void;
}

/** Moves a task: by one press on a day, or by typing a day and a time and pressing Enter. */
export function DueForm({ task, onClose }: DueFormProps) {
  const { clock, setDue } = useTaskScreen();
  const { today } = clock;
  const due = dueOf(task, clock.zone);
  const form = useCallForm({
    resolver: checkedAsTyped(dueAhead(clock)),
    mode: 'onSubmit',
    defaultValues: { dueDate: due?.date ?? null, dueTime: due?.time ?? null },
    send: async (chosen) => save(chosen),
  });
  function save(chosen: NewDue) {
    setDue(task, chosen);
    onClose();
  }
  const { ref } = form.attributes;
  // On a touch screen the keyboard would cover the calendar.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) ref.current?.querySelector('input')?.select();
  }, [ref]);
  const { tomorrow, nextWeek } = nearDays(today);
  const chips = [
    ['Today', today],
    ['Tomorrow', tomorrow],
    ['Next week', nextWeek],
  ] as const;
  return (
    <form {...form.attributes} className={styles.form}>
      <div className={styles.fields}>
        <FormField form={form} name="dueDate" label="Day">
          {({ value, onChange }) => <DatePicker value={value} today={today} placeholder="fri, 20 nov" opens={false} onChange={onChange} />}
        </FormField>
        <FormField form={form} name="dueTime" label="Time" note="optional">
          {({ value, onChange }) => <TimeInput value={value} placeholder="End of day" onChange={onChange} />}
        </FormField>
      </div>
      <div className={styles.days}>
        {chips.map(([words, date]) => (
          <Button key={date} size="s" title={shortDate(date, today)} onClick={() => save(dueOn(date, task, clock))}>
            {words}
          </Button>
        ))}
        {task.dueDate !== null && (
          <Button size="s" onClick={() => save({ dueDate: null, dueTime: null })}>
            No date
          </Button>
        )}
      </div>
      <DayCalendar
        value={form.watch('dueDate')}
        today={today}
        min={today}
        autoFocus={false}
        onSelect={(date) => {
          form.setValue('dueDate', date ?? form.getValues('dueDate'));
          void form.submit();
        }}
      />
      <footer className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit">
          Save
        </Button>
      </footer>
    </form>
  );
}

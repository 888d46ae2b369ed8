import { useEffect } from 'react';
import { z } from 'zod';
import { messageOf } from '../api/problem.ts';
import type { Task } from '../api/tasks.ts';
import { checkedAsTyped } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { Button } from '../ui/button.tsx';
import { DatePicker, TimeInput } from '../ui/date-picker.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import type { PromiseAgain } from './promise-again.ts';

const DUE = z.object({
  dueDate: z
    .string()
    .nullable()
    .pipe(z.string({ error: 'Choose a day.' })),
  dueTime: z.string().nullable(),
});

export interface AgainFormProps {
  readonly task: Task;
  readonly today: string;
  readonly act: Pick<PromiseAgain, 'send' | 'sending'>;
  readonly onClose: () => void;
}

export function AgainForm({ task, today, act, onClose }: AgainFormProps) {
  const form = useCallForm({
    resolver: checkedAsTyped(DUE),
    mode: 'onSubmit',
    defaultValues: { dueDate: null, dueTime: task.dueTime },
    send: async (due) => {
      await act.send(task, due);
      onClose();
    },
  });
  // The dialog took the focus itself if it was open before this script was loaded.
  const { ref } = form.attributes;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  return (
    <form {...form.attributes} className={layoutStyles.before12}>
      <FormField form={form} name="dueDate" label="Day">
        {({ value, onChange }) => (
          <DatePicker value={value} today={today} min={today} placeholder="Tomorrow, fri, 20 nov" onChange={onChange} />
        )}
      </FormField>
      <FormField form={form} name="dueTime" label="Time" note="optional">
        {({ value, onChange }) => <TimeInput value={value} onChange={onChange} />}
      </FormField>
      {form.failure && (
        <Note tone="missed" alert title={messageOf(form.failure)}>
          Nothing was changed.
        </Note>
      )}
      <footer>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" busy={act.sending} busyLabel="Promising...">
          Promise
        </Button>
      </footer>
    </form>
  );
}

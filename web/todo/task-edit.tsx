import { zodResolver } from '@hookform/resolvers/zod';
import { clsx } from 'clsx';
import { type KeyboardEvent, useState } from 'react';
import { messageOf } from '../api/problem.ts';
import type { TaggedTask } from '../api/tasks.ts';
import { Conflict } from '../forms/conflict.tsx';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import detailStyles from '../tasks/detail.module.css';
import { changesOf, fieldOf, typedFrom, typedTask } from '../tasks/draft.ts';
import { TASK_FIELDS } from '../tasks/fields.ts';
import { asTaskForm, changeIn, TaskFields } from '../tasks/task-fields.tsx';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button } from '../ui/button.tsx';
import { Textarea } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import textStyles from '../ui/text.module.css';
import styles from './task-edit.module.css';
import { RoutineNote } from './task-facts.tsx';
import { useSaveTask } from './use-save-task.ts';

interface TaskEditProps {
  readonly tagged: TaggedTask;
  readonly onClose: () => void;
}

const TYPED_TASK = zodResolver(typedTask);

/**
 * If somebody else changed the task in the meantime, the form shows the conflict and keeps the typed values. What counts as
 * typed is what differs from the task as it was when the form was opened, because the task is read again while it is open.
 */
export function TaskEdit({ tagged: newest, onClose }: TaskEditProps) {
  const [tagged] = useState(newest);
  const { clock } = useTaskScreen();
  const { save, saving, paused, conflict, keepTheirs } = useSaveTask(tagged, onClose);
  const form = useCallForm({ resolver: TYPED_TASK, mode: 'onSubmit', defaultValues: typedFrom(tagged.task), fieldOf, send: save });
  const draft = form.watch();
  const change = changeIn(asTaskForm(form));
  const fields = { form: asTaskForm(form), draft, onChange: change, today: clock.today };
  // Escape does not discard typed values. If Escape has closed a list or a calendar, it does nothing else.
  function leave(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (Object.keys(changesOf(typedFrom(tagged.task), draft)).length > 0) return;
    event.preventDefault();
    onClose();
  }
  return (
    <form {...form.attributes} className={styles.form} onKeyDown={leave} aria-label="Edit task">
      {tagged.task.recurringTaskId && <RoutineNote id={tagged.task.recurringTaskId} from={tagged.task.dueDate} />}
      <FormField form={form} name="title" label={TASK_FIELDS.title.label}>
        <Textarea
          autoFocus
          rows={3}
          value={draft.title}
          onFocus={({ currentTarget }) => currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)}
          onChange={(event) => change({ title: event.target.value.replace(/\n/g, ' ') })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      </FormField>
      <div className={detailStyles.columns}>
        <TaskFields part="due" {...fields} />
        <TaskFields part="more" {...fields} />
        <TaskFields part="judge" {...fields} inReview={tagged.task.verificationState === 'in_review'} />
      </div>
      <TaskFields part="notes" {...fields} />
      {conflict && (
        <Conflict words={conflict} saving={saving} onKeepTheirs={() => change(keepTheirs())} onWriteMine={() => void form.submit()} />
      )}
      {form.failure && (
        <Note tone="missed" alert title={messageOf(form.failure)}>
          Nothing was changed. What you wrote is still here.
        </Note>
      )}
      <div className={styles.actions}>
        <span className={clsx(textStyles.small, textStyles.faint)}>{paused ? 'Offline. It waits here, and is sent later.' : ''}</span>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" busy={saving} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
}

import { GitCompare } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { TaggedTask } from '../api/tasks.ts';
import { type Draft, draftOf, faultsOf } from '../tasks/draft.ts';
import { DueFields, JudgeField, MoreFields, NotesField } from '../tasks/task-fields.tsx';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button } from '../ui/button.tsx';
import { focusUnread } from '../ui/date-picker.tsx';
import { Field, Textarea } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { RoutineNote } from './task-facts.tsx';
import { useSaveTask } from './use-save-task.ts';

interface TaskEditProps {
  readonly tagged: TaggedTask;
  readonly onClose: () => void;
}

/** The form for a task in the panel. When somebody else changed the task meanwhile, it shows the conflict and keeps what was typed. */
export function TaskEdit({ tagged, onClose }: TaskEditProps) {
  const { clock } = useTaskScreen();
  const [draft, setDraft] = useState<Draft>(() => draftOf(tagged.task));
  const [tried, setTried] = useState(false);
  const { save, saving, paused, faults: refused, fault, conflict, keepTheirs, forget } = useSaveTask(tagged, onClose);
  const own = faultsOf(draft);
  const faults = tried ? { ...own, ...refused } : refused;
  const change = (next: Partial<Draft>) => {
    setDraft({ ...draft, ...next });
    forget();
  };
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (focusUnread(event.currentTarget)) return;
    if (Object.keys(own).length === 0) void save(draft);
  }
  // Escape does not discard what was typed. When it has closed a list or a calendar, it does nothing more.
  function leave(event: KeyboardEvent) {
    if (
      event.key !== 'Escape' ||
      event.defaultPrevented ||
      event.nativeEvent.isComposing ||
      JSON.stringify(draft) !== JSON.stringify(draftOf(tagged.task))
    )
      return;
    event.preventDefault();
    onClose();
  }
  return (
    <form className="det-edit" onSubmit={submit} onKeyDown={leave} noValidate aria-label="Edit task">
      {tagged.task.recurringTaskId && <RoutineNote id={tagged.task.recurringTaskId} from={tagged.task.dueDate} />}
      <Field label="Title" error={faults.title}>
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
      </Field>
      <div className="det-two">
        <DueFields draft={draft} onChange={change} faults={faults} today={clock.today} />
        <MoreFields draft={draft} onChange={change} faults={faults} />
        <JudgeField draft={draft} onChange={change} faults={faults} inReview={tagged.task.verificationState === 'in_review'} />
      </div>
      <NotesField draft={draft} onChange={change} faults={faults} />
      {conflict && (
        <Note
          tone="due"
          icon={GitCompare}
          alert
          title="Changed elsewhere."
          actions={
            <>
              <Button size="s" onClick={() => setDraft(keepTheirs(draft))}>
                Keep what is there
              </Button>
              <Button size="s" busy={saving} busyLabel="Saving..." onClick={() => void save(draft)}>
                Write mine
              </Button>
            </>
          }
        >
          {conflict}
        </Note>
      )}
      {fault && (
        <Note tone="missed" alert title={fault}>
          Nothing was changed. What you wrote is still here.
        </Note>
      )}
      <div className="det-acts">
        <span className="s2 q3">{paused ? 'Offline. It waits here, and is sent later.' : ''}</span>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" busy={saving} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
}

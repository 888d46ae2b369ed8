import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { PostSubject, PostTone } from '../api/premium.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { archivedTasksQuery, type Task, tasksQuery } from '../api/tasks.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { Select } from '../ui/select.tsx';
import { Segmented } from '../ui/tabs.tsx';
import { useDraftPost } from './use-post-acts.ts';

const SUBJECTS = [
  { value: 'week', label: 'This week' },
  { value: 'streak', label: 'My streak' },
  { value: 'task', label: 'A task' },
] as const satisfies readonly { value: PostSubject; label: string }[];
const TONES = [
  { value: 'plain', label: 'Plain' },
  { value: 'warm', label: 'Warm' },
  { value: 'proud', label: 'Proud' },
] as const satisfies readonly { value: PostTone; label: string }[];

/** The most tasks from which one can be chosen. */
const MOST = 100;

/** The tasks that were kept, the newest first. */
export const keptTasks = (tasks: readonly Task[]): readonly Task[] =>
  tasks
    .filter(({ outcome, completedAt }) => outcome === 'kept' && completedAt !== null)
    .toSorted((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''))
    .slice(0, MOST);

/** Chooses what a post is about and how it sounds, and has it drafted. */
export function NewPostForm() {
  const [about, setAbout] = useState<PostSubject>('week');
  const [tone, setTone] = useState<PostTone>('plain');
  const [task, setTask] = useState('');
  const [tried, setTried] = useState(false);
  const isTask = about === 'task';
  const open = useQuery({ ...tasksQuery(), enabled: isTask }).data;
  const archived = useQuery({ ...archivedTasksQuery(), enabled: isTask }).data;
  const kept = keptTasks([...(open ?? []), ...(archived ?? [])]);
  const drafting = useDraftPost();
  const fault = isTask && task === '' ? 'Choose a task that you kept.' : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!fault) drafting.mutate({ about, tone, ...(isTask ? { taskId: task } : {}) });
  }
  return (
    <form className="post-new" onSubmit={submit} noValidate aria-label="New post">
      <div className="f">
        <span className="lab">About</span>
        <Segmented label="About" value={about} onChange={setAbout} options={SUBJECTS} />
      </div>
      <div className="f">
        <span className="lab">Tone</span>
        <Segmented label="Tone" value={tone} onChange={setTone} options={TONES} />
      </div>
      {isTask && (
        <Field label="Task" error={tried ? fault : undefined} className="post-task">
          <Select
            value={task}
            onChange={setTask}
            placeholder={kept.length === 0 ? 'No kept task yet' : 'Choose a task'}
            disabled={kept.length === 0}
            options={kept.map(({ id, title }) => ({ value: id, label: title }))}
          />
        </Field>
      )}
      <Button type="submit" variant="primary" busy={drafting.isPending} busyLabel="Drafting...">
        Draft a post
      </Button>
      {drafting.error && (
        <Note
          tone={failedWith(drafting.error, 'ai_allowance') ? 'due' : 'missed'}
          alert
          title={messageOf(drafting.error)}
          className="w-full"
        >
          Nothing was made, and nothing was counted.
        </Note>
      )}
    </form>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newKey } from '../api/client.ts';
import { keptAs } from '../api/kept.ts';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { readTask, type TaggedTask, type Task, taskKeys } from '../api/tasks.ts';
import { dayWord, duration, quoted } from '../lib/words.ts';
import { bodyOf, changesOf, type Draft, draftOf, serverFaults, type TaskBody } from '../tasks/draft.ts';
import { keepable, sendCall } from '../tasks/kept-calls.ts';
import { PRIORITY_WORDS, PROOF_WORDS } from '../tasks/state.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';

const bodyOfTask = (task: Task): TaskBody => bodyOf(draftOf(task));

/** The fields that this page and somebody else changed to different values. */
export function overlap(base: TaskBody, theirs: TaskBody, mine: Partial<TaskBody>): (keyof TaskBody)[] {
  const elsewhere = changesOf(base, theirs);
  return (Object.keys(mine) as (keyof TaskBody)[]).filter(
    (name) => name in elsewhere && JSON.stringify(theirs[name]) !== JSON.stringify(mine[name]),
  );
}

const FIELD_NAMES: Readonly<Record<keyof TaskBody, string>> = {
  title: 'Title',
  description: 'Notes',
  dueDate: 'Due',
  dueTime: 'Time',
  priority: 'Priority',
  verificationType: 'Proof',
  proofRequirement: 'Proof asked for',
  tags: 'Tags',
  estimateMinutes: 'Estimate',
  partnerId: 'Judged by',
};

function describe(name: keyof TaskBody, body: Partial<TaskBody>, today: string): string {
  if (name === 'dueDate') return body.dueDate ? dayWord(body.dueDate, today) : 'no date';
  if (name === 'dueTime') return body.dueTime ?? 'end of day';
  if (name === 'priority') return PRIORITY_WORDS[body.priority ?? 'none'].toLowerCase();
  if (name === 'verificationType') return PROOF_WORDS[body.verificationType ?? 'none'].toLowerCase();
  if (name === 'tags') return body.tags?.map((tag) => `#${tag}`).join(' ') || 'no tags';
  if (name === 'estimateMinutes') return body.estimateMinutes ? duration(body.estimateMinutes) : 'none';
  if (name === 'partnerId') return body.partnerId ? 'another partner' : 'your first partner';
  const text = body[name] ?? '';
  return text === '' ? 'empty' : `‘${[...text].slice(0, 60).join('')}${[...text].length > 60 ? '…' : ''}’`;
}

/** A conflict in words: 'Due: there Fri 20 Nov, here tomorrow.' */
export const conflictWords = (names: readonly (keyof TaskBody)[], theirs: TaskBody, mine: Partial<TaskBody>, today: string): string =>
  names.map((name) => `${FIELD_NAMES[name]}: there ${describe(name, theirs, today)}, here ${describe(name, mine, today)}.`).join(' ');

interface Conflict {
  readonly names: readonly (keyof TaskBody)[];
  readonly theirs: TaggedTask;
  readonly words: string;
}

const editOf = (change: Partial<TaskBody>, { task, etag }: TaggedTask) => ({ name: 'edit' as const, args: { id: task.id, change, etag } });

/**
 * Saves only the changed fields, with the ETag of what was read. When the task has changed since, changes of different
 * fields are merged; when both sides changed the same field, the person is asked.
 */
export function useSaveTask(opened: TaggedTask, onSaved: () => void) {
  const client = useQueryClient();
  const { acts, clock } = useTaskScreen();
  const base = useRef(opened);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  async function write(mine: Partial<TaskBody>): Promise<TaggedTask | null> {
    try {
      return await sendCall(editOf(mine, base.current), '');
    } catch (error) {
      if (!failedWith(error, 'precondition_failed')) throw error;
      const theirs = await readTask(opened.task.id);
      client.setQueryData(taskKeys.one(opened.task.id), theirs);
      const names = overlap(bodyOfTask(base.current.task), bodyOfTask(theirs.task), mine);
      base.current = theirs;
      if (names.length === 0) return sendCall(editOf(mine, theirs), '');
      setConflict({ names, theirs, words: conflictWords(names, bodyOfTask(theirs.task), mine, clock.today) });
      return null;
    }
  }
  const mutation = useMutation({
    mutationKey: ['task-edit', opened.task.id],
    meta: keptAs<Partial<TaskBody>>((mine) =>
      keepable(editOf(mine, base.current), newKey(), opened.task.id, `Change ${quoted(opened.task.title)}`, base.current.task),
    ),
    mutationFn: write,
    onSuccess: (saved) => {
      if (!saved) return;
      acts.edited(opened.task, saved);
      onSaved();
    },
  });
  const { error } = mutation;
  const faults = error instanceof ApiError ? serverFaults(error.errors) : {};
  return {
    save: async (draft: Draft): Promise<void> => {
      const mine = changesOf(bodyOfTask(opened.task), bodyOf(draft));
      setConflict(null);
      if (Object.keys(mine).length === 0) onSaved();
      else await mutation.mutateAsync(mine).catch(() => undefined);
    },
    saving: mutation.isPending,
    paused: mutation.isPaused,
    faults,
    fault: error && Object.keys(faults).length === 0 ? messageOf(error) : null,
    conflict: conflict?.words ?? null,
    /** The draft with the saved values for the fields that both sides changed. */
    keepTheirs: (draft: Draft): Draft => {
      if (!conflict) return draft;
      const theirs = draftOf(conflict.theirs.task);
      const fields = conflict.names.map((name) => (name === 'estimateMinutes' ? 'estimate' : name));
      setConflict(null);
      return { ...draft, ...Object.fromEntries(fields.map((name) => [name, theirs[name]])) };
    },
    forget: mutation.reset,
  };
}

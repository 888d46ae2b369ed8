import type { Task } from '../api/tasks.ts';
import { dayWord, duration } from '../lib/words.ts';
import { bodyOf, changesOf, draftOf, type TaskBody } from '../tasks/draft.ts';
import { PRIORITY_WORDS, PROOF_WORDS } from '../tasks/state.ts';

export const bodyOfTask = (task: Task): TaskBody => bodyOf(draftOf(task));

/** The fields that this page and somebody else changed to different values. */
export function overlap(base: TaskBody, theirs: TaskBody, mine: Partial<TaskBody>): (keyof TaskBody)[] {
  const elsewhere = changesOf(base, theirs);
  return (Object.keys(mine) as (keyof TaskBody)[]).filter(
    (name) => name in elsewhere && JSON.stringify(theirs[name]) !== JSON.stringify(mine[name]),
  );
}

const NAMES: Readonly<Record<keyof TaskBody, string>> = {
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
  names.map((name) => `${NAMES[name]}: there ${describe(name, theirs, today)}, here ${describe(name, mine, today)}.`).join(' ');

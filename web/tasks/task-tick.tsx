import { useState } from 'react';
import type { Task } from '../api/tasks.ts';
import { MarkButton, MarkSlot, markOf } from '../ui/mark.tsx';
import { isOpen } from './state.ts';
import { useTaskScreen } from './task-screen.tsx';

/**
 * The mark in the margin of a row. Pressing it completes an open task, reopens a completed one, or completes a missed one
 * late. What was judged stays, and other marks cannot be pressed.
 */
export function TaskTick({ task }: { task: Task }) {
  const { acts } = useTaskScreen();
  const mark = markOf(task);
  const [first] = useState(mark);
  const drawn = mark !== first;
  if (task.archived || task.deleted) return <MarkSlot name={mark} />;
  if (isOpen(task)) return <MarkButton name={mark} drawn={drawn} label={`Complete: ${task.title}`} onPress={() => acts.complete(task)} />;
  if (task.status === 'missed')
    return <MarkButton name={mark} drawn={drawn} label={`Complete late: ${task.title}`} onPress={() => acts.complete(task)} />;
  const isJudged = task.verificationState === 'verified' && !task.onWord;
  if (task.status === 'completed' && !isJudged && task.verificationState !== 'expired')
    return <MarkButton name={mark} drawn={drawn} label={`Open again: ${task.title}`} onPress={() => acts.reopen(task)} />;
  return <MarkSlot name={mark} drawn={drawn} />;
}

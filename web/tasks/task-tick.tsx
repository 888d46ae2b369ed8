import { useState } from 'react';
import type { Task } from '../api/tasks.ts';
import { MarkButton, MarkSlot, markOf } from '../ui/mark.tsx';
import { useTaskScreen } from './task-screen.tsx';

/** The mark in the margin of a row. `pressOf` says what pressing it does. */
export function TaskTick({ task }: { task: Task }) {
  const { press } = useTaskScreen();
  const mark = markOf(task);
  const [first] = useState(mark);
  const drawn = mark !== first;
  const pressed = press(task);
  if (pressed) return <MarkButton name={mark} drawn={drawn} label={`${pressed.label}: ${task.title}`} onPress={pressed.run} />;
  return <MarkSlot name={mark} drawn={drawn && !task.archived && !task.deleted} />;
}

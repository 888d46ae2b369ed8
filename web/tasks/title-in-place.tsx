import { clsx } from 'clsx';
import { type KeyboardEvent, useRef, useState } from 'react';
import { quoted } from '../../src/contracts/words/format.ts';
import { refusedInTask } from '../api/refused-in-task.ts';
import type { Task } from '../api/tasks.ts';
import fieldStyles from '../ui/field.module.css';
import styles from './in-place.module.css';
import { useTaskScreen } from './task-screen.tsx';

export interface TitleFieldProps {
  readonly task: Task;
  readonly className?: string | undefined;
}

/** The title as a field at the place of the title. Enter saves it, and so does leaving the field. Escape keeps the old one. */
export function TitleField({ task, className }: TitleFieldProps) {
  const { acts, rename } = useTaskScreen();
  const [title, setTitle] = useState(task.title);
  const ended = useRef(false);
  const typed = title.trim();
  const fault = refusedInTask({ title: typed }).get('title');

  function end(save: boolean): void {
    // Removing the field makes it lose the focus, which must not save again.
    if (ended.current) return;
    ended.current = true;
    if (save && typed !== task.title) acts.change(task, { title: typed }, `Renamed to ${quoted(typed)}`);
    rename(null);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (fault === undefined) end(true);
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      event.preventDefault();
      end(false);
    }
  }
  return (
    <span className={styles.titleField}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person has asked for this field
        autoFocus
        rows={1}
        dir="auto"
        aria-label="Title"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `title-fault-${task.id}` : undefined}
        className={clsx(styles.title, className)}
        value={title}
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(title.length, title.length)}
        onChange={(event) => setTitle(event.target.value.replace(/\n/g, ' '))}
        onKeyDown={onKeyDown}
        onBlur={() => end(fault === undefined)}
      />
      {fault && (
        <span role="alert" className={fieldStyles.fault} id={`title-fault-${task.id}`}>
          {fault}
        </span>
      )}
    </span>
  );
}

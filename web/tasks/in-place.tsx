import { clsx } from 'clsx';
import { type ReactNode, Suspense, useState } from 'react';
import type { Task } from '../api/tasks.ts';
import { PriorityBars } from '../ui/badge.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { Popover } from '../ui/popover.tsx';
import styles from './in-place.module.css';
import { PRIORITY_ACTIONS } from './task-actions.ts';
import { DueForm, FormLoading, TagsForm } from './task-dialogs.tsx';
import { useTaskScreen } from './task-screen.tsx';

interface ValueProps {
  readonly task: Task;
  /** Called when the form or the menu opens and closes. */
  readonly onOpenChange?: (open: boolean) => void;
  /** The value as it is shown. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A value of a task that is changed where it stands: pressing it opens a small form beside it. */
function ValueWithForm({
  label,
  onOpenChange,
  children,
  className,
  form,
}: Omit<ValueProps, 'task'> & { label: string; form: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={change}
      className={styles.form}
      trigger={
        <button type="button" className={clsx(styles.value, className)} aria-label={label}>
          <span className={styles.hint} title={label}>
            {children}
          </span>
        </button>
      }
    >
      <Suspense fallback={<FormLoading />}>{form(() => change(false))}</Suspense>
    </Popover>
  );
}

/** The task must be open. */
export const DueInPlace = ({ task, words, ...value }: ValueProps & { words: string }) => (
  <ValueWithForm {...value} label={`Due: ${words}. Change.`} form={(close) => <DueForm task={task} onClose={close} />} />
);

export const TagsInPlace = ({ task, ...value }: ValueProps) => (
  <ValueWithForm
    {...value}
    label={`Tags: ${task.tags.map((tag) => `#${tag}`).join(' ') || 'none'}. Change.`}
    form={(close) => <TagsForm task={task} onClose={close} />}
  />
);

export function PriorityInPlace({ task, onOpenChange, children, className }: ValueProps) {
  const screen = useTaskScreen();
  const label = `Priority: ${task.priority}. Change.`;
  return (
    <Menu
      {...(onOpenChange && { onOpenChange })}
      trigger={
        <button type="button" className={clsx(styles.value, className)} aria-label={label}>
          <span className={styles.hint} title={label}>
            {children}
          </span>
        </button>
      }
    >
      {Object.entries(PRIORITY_ACTIONS).map(([level, action]) => (
        <MenuItem key={level} shortcut={action.keys?.[0]} onSelect={() => action.run(task, screen)}>
          <span className={styles.level}>
            <PriorityBars level={level as Task['priority']} />
            {action.label(task, screen)}
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}

import { Archive, ArchiveRestore, Check, Pencil, Play, SkipForward, Trash2, Undo2 } from 'lucide-react';
import type { Task } from '../api/tasks.ts';
import { MenuItem, MenuRule } from '../ui/menu.tsx';
import { isOpen } from './state.ts';
import { useTaskScreen } from './task-screen.tsx';

/** Whether a task can be skipped: only until its due instant. */
export const canSkip = (task: Task, now: number): boolean =>
  !task.archived && (isOpen(task) || task.status === 'completed') && (task.dueAt === null || Date.parse(task.dueAt) >= now);
/** Whether a task can be archived: not while it is open and has a due date, since it can still be missed. */
const canArchive = (task: Task): boolean => !task.archived && !(isOpen(task) && task.dueDate !== null);

/** Menu items for everything that can be done with a task. */
export function TaskMenuItems({ task, onRemoved }: { task: Task; onRemoved?: () => void }) {
  const { acts, askSkip, edit, clock } = useTaskScreen();
  if (task.archived) {
    return (
      <>
        <MenuItem icon={ArchiveRestore} onSelect={() => acts.unarchive(task)}>
          Take out of the archive
        </MenuItem>
        <MenuRule />
        <RemoveItem task={task} onRemoved={onRemoved} />
      </>
    );
  }
  return (
    <>
      {task.status === 'pending' && (
        <MenuItem icon={Play} onSelect={() => acts.start(task)}>
          Start
        </MenuItem>
      )}
      {(isOpen(task) || task.status === 'missed') && (
        <MenuItem icon={Check} end="x" onSelect={() => acts.complete(task)}>
          {task.status === 'missed' ? 'Complete late' : 'Complete'}
        </MenuItem>
      )}
      {(task.status === 'completed' || task.status === 'skipped') && (
        <MenuItem icon={Undo2} onSelect={() => acts.reopen(task)}>
          Open again
        </MenuItem>
      )}
      {task.status === 'in_progress' && (
        <MenuItem icon={Undo2} onSelect={() => acts.reopen(task)}>
          Not started
        </MenuItem>
      )}
      {canSkip(task, clock.now) && (
        <MenuItem icon={SkipForward} onSelect={() => askSkip(task)}>
          Skip with a reason
        </MenuItem>
      )}
      <MenuItem icon={Pencil} end="e" onSelect={() => edit(task)}>
        Edit
      </MenuItem>
      <MenuRule />
      {canArchive(task) && (
        <MenuItem icon={Archive} onSelect={() => acts.archive(task)}>
          Archive
        </MenuItem>
      )}
      <RemoveItem task={task} onRemoved={onRemoved} />
    </>
  );
}

function RemoveItem({ task, onRemoved }: { task: Task; onRemoved?: (() => void) | undefined }) {
  const { acts } = useTaskScreen();
  const remove = () => {
    acts.remove(task);
    onRemoved?.();
  };
  return (
    <MenuItem icon={Trash2} danger onSelect={remove}>
      Delete
    </MenuItem>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { quoted } from '../../src/contracts/words/format.ts';
import { useKeptDraft } from '../forms/kept-draft.ts';
import { cachedTask } from '../tasks/cache.ts';
import { rememberChange } from '../tasks/last-change.ts';
import { BareDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { LeftParts } from './left-parts.tsx';
import { isTypedLine, lineOf } from './new-draft.ts';
import { NewTaskForm } from './new-task-form.tsx';
import styles from './new-task-overlay.module.css';
import { isParts, type Parts } from './parts.ts';
import { useTakeBack } from './pasted-lines.tsx';

export interface OverlayProps {
  /** Whether the due date starts as today, as if it had been set by hand. */
  readonly forToday: boolean;
  /** What had the focus before. */
  readonly before: Element | null;
  readonly onClose: () => void;
}

/** Over any screen: one line of text that becomes a task or a routine. Closing it keeps what was typed. */
export const NewTaskOverlay = ({ forToday, before, onClose }: OverlayProps) => (
  <BareDialog title="New task" className={styles.overlay} before={before} onClose={onClose}>
    <NewTaskContent forToday={forToday} onClose={onClose} />
  </BareDialog>
);

/** What of a task was refused is shown until it was made or left out, also when the overlay is opened again. */
function NewTaskContent({ forToday, onClose }: Omit<OverlayProps, 'before'>) {
  const client = useQueryClient();
  const kept = useKeptDraft('parts of a new task', isParts);
  const line = useKeptDraft('new task', isTypedLine);
  const [left, setLeft] = useState(kept.read);
  const takeBack = useTakeBack();
  const show = (parts: Parts | null) => {
    if (parts) kept.keep(parts);
    else kept.forget();
    setLeft(parts);
  };
  if (!left) return <NewTaskForm forToday={forToday} onClose={onClose} onLeft={show} />;
  return (
    <LeftParts
      key={JSON.stringify(left)}
      parts={left}
      onEarly={(text) => {
        const typed = line.read() ?? lineOf('');
        line.keep({ ...typed, text: typed.text + text });
      }}
      onLeave={() => {
        show(null);
        onClose();
      }}
      onTried={(outcome) => {
        show(outcome.left);
        if (outcome.left) return;
        const task = cachedTask(client, left.task.id);
        const id = `task-${left.task.id}`;
        const undo = task && (() => takeBack([{ task, box: outcome.box }], `Taken back: ${quoted(task.title)}`, id));
        if (undo) rememberChange(left.task.id, undo);
        toast.success(`All of it is added: ${quoted(left.task.title)}`, { id, ...(undo && { undo }) });
        onClose();
      }}
    />
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverNow } from '../api/clock.ts';
import { type Focus, type FocusSession, focusKeys } from '../api/focus.ts';
import { type Task, taskQuery } from '../api/tasks.ts';
import { useOpenProof } from '../tasks/open-proof.ts';
import { canProve, isOpen } from '../tasks/state.ts';
import { useTaskActs } from '../tasks/task-acts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import textStyles from '../ui/text.module.css';
import styles from './panel.module.css';
import { answerEnd } from './use-focus.ts';

/** `now`: the server's time in milliseconds. */
export interface SessionProps {
  readonly session: FocusSession;
  readonly today: Focus['today'] | null;
  readonly now: number;
  readonly zone: string;
  readonly onClose: () => void;
}

export function PanelHeader({ caption, onClose }: { caption: string; onClose: () => void }) {
  return (
    <div className={styles.header}>
      <span>{caption}</span>
      <IconButton label="Close" className={textStyles.atEnd} onClick={onClose}>
        <Icon of={X} />
      </IconButton>
    </div>
  );
}

/** Undefined: a session without a task, or one that is still loading. */
export function useTaskOf(id: string | null): Task | undefined {
  return useQuery({ ...taskQuery(id ?? ''), enabled: id !== null }).data?.task;
}

/** Completes the task, which ends its session, and opens the form for its proof if it asks for one. */
function useDone(session: FocusSession, onClose: () => void): (task: Task) => void {
  const client = useQueryClient();
  const acts = useTaskActs();
  const openProof = useOpenProof();
  return (task) => {
    answerEnd();
    client.setQueryData<Focus>(focusKeys.now, (focus) => focus && (focus.current?.id === session.id ? { ...focus, current: null } : focus));
    onClose();
    acts.complete(task);
    if (canProve(task, serverNow())) openProof(task.id);
  };
}

export const canComplete = (task: Task): boolean => !task.archived && (isOpen(task) || task.status === 'missed');

/** Undefined if no task can be completed. */
export function DoneButton({
  task,
  session,
  primary,
  onClose,
}: Pick<SessionProps, 'session' | 'onClose'> & { task: Task | undefined; primary: boolean }) {
  const done = useDone(session, onClose);
  if (!task || !canComplete(task)) return null;
  return (
    <Button variant={primary ? 'primary' : 'secondary'} icon={<Icon of={Check} />} onClick={() => done(task)}>
      Done
    </Button>
  );
}

export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;

export const Fact = ({ name, value }: { name: string; value: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{value}</dd>
  </div>
);

import { CalendarPlus, Sunrise } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { quoted, shortDate } from '../../src/contracts/words/format.ts';
import type { Task } from '../api/tasks.ts';
import { Dialog } from '../ui/dialog.tsx';
import { LinesSkeleton } from '../ui/states.tsx';
import type { AgainFormProps } from './again-form.tsx';
import { nearDays } from './move.ts';

/** The days that one press can choose. */
export const againDays = (today: string) =>
  [
    { name: 'Tomorrow', date: nearDays(today).tomorrow, icon: Sunrise },
    { name: 'Next week', date: nearDays(today).nextWeek, icon: CalendarPlus },
  ].map(({ name, date, icon }) => ({ words: `${name}, ${shortDate(date, today)}`, date, icon }));

/** What stays of the old task, for the texts beside the choice. */
export const againText = ({ status }: Task): string =>
  `Makes a new promise. The ${status === 'missed' ? 'miss' : 'skip'} stays in the record.`;

// Most people never open it, and the dashboard has no other form.
const AgainForm = lazy(() => import('./again-form.tsx').then((module) => ({ default: module.AgainForm })));

interface AgainDialogProps extends Omit<AgainFormProps, 'task'> {
  /** Null while the dialog is closed. */
  readonly task: Task | null;
}

export const AgainDialog = ({ task, onClose, ...form }: AgainDialogProps) => (
  <Dialog
    open={task !== null}
    onOpenChange={(open) => !open && onClose()}
    title={task ? `Promise ${quoted(task.title)} again` : 'Promise it again'}
    text={task && againText(task)}
  >
    {task && (
      <Suspense fallback={<LinesSkeleton lines={4} label="Loading form" />}>
        <AgainForm key={task.id} task={task} onClose={onClose} {...form} />
      </Suspense>
    )}
  </Dialog>
);

import { lazy, Suspense } from 'react';
import { quoted } from '../../../src/contracts/words/format.ts';
import type { OwnerClock } from '../../api/owner-clock.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LinesSkeleton } from '../../ui/states.tsx';
import type { PlanSubject } from './plan-subject.ts';

const PlanForm = lazy(() => import('./plan-form.tsx').then((module) => ({ default: module.PlanForm })));

const titleOf = (subject: PlanSubject): string =>
  'box' in subject ? subject.box.title : 'task' in subject ? `Plan ${quoted(subject.task.title)}` : 'Plan a time';

interface PlanDialogProps {
  /** Null while the dialog is closed. */
  readonly subject: PlanSubject | null;
  readonly clock: OwnerClock;
  readonly to: (id: string) => string;
  readonly onClose: () => void;
}

/** Everything that a drag does with a time box can be done here as well. */
export const PlanDialog = ({ subject, onClose, ...form }: PlanDialogProps) => (
  <Dialog
    open={subject !== null}
    onOpenChange={(open) => !open && onClose()}
    title={subject ? titleOf(subject) : 'Plan a time'}
    text="A time box is a plan, not a promise. Nobody is told of it, and missing it costs nothing."
  >
    {subject && (
      <Suspense fallback={<LinesSkeleton lines={5} label="Loading form" />}>
        <PlanForm subject={subject} onClose={onClose} {...form} />
      </Suspense>
    )}
  </Dialog>
);

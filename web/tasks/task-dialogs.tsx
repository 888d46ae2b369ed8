import { lazy, Suspense } from 'react';
import { quoted } from '../../src/contracts/words/format.ts';
import { Dialog } from '../ui/dialog.tsx';
import { LinesSkeleton } from '../ui/states.tsx';
import type { Asked } from './task-screen.tsx';

// The first screen does not need the calendar.
export const DueForm = lazy(() => import('./due-form.tsx').then((module) => ({ default: module.DueForm })));
export const TagsForm = lazy(() => import('./tags-form.tsx').then((module) => ({ default: module.TagsForm })));

const TITLES = { due: 'When is it due', tags: 'Tags' } as const;

export const FormLoading = () => <LinesSkeleton lines={3} label="Loading form" />;

export const TaskDialogs = ({ asked, onClose }: { asked: Asked | null; onClose: () => void }) => (
  <Dialog
    open={asked !== null}
    onOpenChange={(open) => !open && onClose()}
    title={asked ? `${TITLES[asked.form]}: ${quoted(asked.task.title)}` : 'Task'}
  >
    {asked && (
      <Suspense fallback={<FormLoading />}>
        {asked.form === 'due' ? <DueForm task={asked.task} onClose={onClose} /> : <TagsForm task={asked.task} onClose={onClose} />}
      </Suspense>
    )}
  </Dialog>
);

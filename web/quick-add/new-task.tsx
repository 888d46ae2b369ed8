import { type ComponentType, useEffect, useState } from 'react';
import { loadLater } from '../lib/load-later.ts';
import { toast } from '../ui/toast.tsx';
import { closeNewTask, useNewTaskOpening } from './early-line.tsx';
import type { OverlayProps } from './new-task-overlay.tsx';

/** Null while the script is being loaded. After a failure the next opening tries it again. */
function useOverlay(isOpen: boolean): ComponentType<OverlayProps> | null {
  const [overlay, setOverlay] = useState<ComponentType<OverlayProps> | null>(null);
  useEffect(() => {
    if (overlay) return;
    const load = () =>
      import('./new-task-overlay.tsx').then(
        ({ NewTaskOverlay }) => setOverlay(() => NewTaskOverlay),
        () =>
          isOpen &&
          toast.error('The form for a new task could not be loaded.', { detail: 'What you typed is still here. Close it, and try again.' }),
      );
    if (isOpen) return void load();
    return loadLater(load);
  }, [isOpen, overlay]);
  return overlay;
}

/** The overlay for a new task, which the frame of every screen contains. */
export function NewTask() {
  const opening = useNewTaskOpening();
  const Overlay = useOverlay(opening !== null);
  return opening && Overlay ? <Overlay {...opening} onClose={closeNewTask} /> : null;
}

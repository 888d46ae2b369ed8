import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { serverNow } from '../api/clock.ts';
import type { Task } from '../api/tasks.ts';
import { holdLetters } from '../ui/key-press.ts';
import { canProve, proofAddress } from './state.ts';

/** Until the form is loaded, letters are not shortcuts of the previous screen. */
export function useOpenProof(): (id: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (id) => {
      holdLetters();
      void navigate(proofAddress(id), { state: { give: true } });
    },
    [navigate],
  );
}

export interface HandedOver {
  readonly files: readonly File[];
  readonly text: string;
  /** Called when the form has taken it. */
  readonly onTaken?: () => void;
}
const handed = new Map<string, HandedOver>();

/** Returns the dropped or pasted content for a task's proof form, and only once. */
export function takeHandedOver(task: string): HandedOver | null {
  const found = handed.get(task) ?? null;
  handed.delete(task);
  found?.onTaken?.();
  return found;
}

/** Keeps something for the proof form of a task, which takes it when it is opened. */
export const handOver = (task: string, what: HandedOver): void => void handed.set(task, what);

/** Whether a field or a dialog takes what is typed, pasted or dropped there. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

/**
 * While a task that accepts proof is shown, a drop, or a paste outside of text fields, opens the proof form with that content.
 */
export function useProofGesture(task: Task | undefined): void {
  const newest = useRef(task);
  newest.current = task;
  const newestOpen = useRef<(id: string) => void>(() => undefined);
  newestOpen.current = useOpenProof();
  useEffect(() => {
    const take = (event: Event, data: DataTransfer | null) => {
      const now = newest.current;
      const files = [...(data?.files ?? [])];
      const text = files.length > 0 ? '' : (data?.getData('text').trim() ?? '');
      if (!now || event.defaultPrevented || isTextField(event.target) || !canProve(now, serverNow())) return;
      if (files.length === 0 && !/^https?:\/\//i.test(text)) return;
      event.preventDefault();
      handOver(now.id, { files, text });
      newestOpen.current(now.id);
    };
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData);
    const drop = (event: DragEvent) => take(event, event.dataTransfer);
    // Otherwise the browser would open a dropped file.
    const hold = (event: DragEvent) => newest.current && event.dataTransfer?.types.includes('Files') && event.preventDefault();
    document.addEventListener('paste', paste);
    document.addEventListener('dragover', hold);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('paste', paste);
      document.removeEventListener('dragover', hold);
      document.removeEventListener('drop', drop);
    };
  }, []);
}

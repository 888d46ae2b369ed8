import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { serverNow } from '../api/clock.ts';
import type { Task } from '../api/tasks.ts';
import { holdLetters } from '../ui/key-press.ts';
import { canProve, proofAddress } from './state.ts';

/** Opens the form for the proof of a task. Who types at once is not taken at their word by the shortcuts of the screen before it. */
export function useOpenProof(): (id: string) => void {
  const navigate = useNavigate();
  return (id) => {
    holdLetters();
    void navigate(proofAddress(id), { state: { give: true } });
  };
}

/** What was dropped or pasted where a task is shown. */
export interface HandedOver {
  readonly files: readonly File[];
  readonly text: string;
}
const handed = new Map<string, HandedOver>();

/** Takes what was handed over to the form for a task's proof. A second time there is nothing. */
export function takeHandedOver(task: string): HandedOver | null {
  const found = handed.get(task) ?? null;
  handed.delete(task);
  return found;
}

/** Whether what is typed, pasted or dropped there is for a field or a dialog. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

/** While a task is shown that takes proof: what is dropped, or pasted outside of text fields, opens the form with it. */
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
      handed.set(now.id, { files, text });
      newestOpen.current(now.id);
    };
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData);
    const drop = (event: DragEvent) => take(event, event.dataTransfer);
    // Without this, the browser would open a file that is dropped.
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

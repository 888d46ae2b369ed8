/** What the document shows until the first screen is ready (`src/http/first-look.ts`). Null: it has nothing, or it is gone. */
export const firstLook = (): HTMLElement | null => (typeof document === 'undefined' ? null : document.getElementById('first-look'));

let waiting = 0;

/** Takes it away, unless a part of the page still waits for what it stands for. */
export function endFirstLook(): void {
  if (waiting === 0) firstLook()?.remove();
}

/** Keeps it until the returned function is called. One part may begin to wait in the same moment in which another one ends. */
export function keepFirstLook(): () => void {
  waiting += 1;
  return () => {
    waiting -= 1;
    queueMicrotask(endFirstLook);
  };
}

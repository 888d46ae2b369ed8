import { useEffect } from 'react';

interface CloseWatcher extends EventTarget {
  destroy(): void;
}
const watcher = (): (new () => CloseWatcher) | undefined => (globalThis as { CloseWatcher?: new () => CloseWatcher }).CloseWatcher;

/**
 * Inside an overlay: the back button of Android, and its gesture, close the overlay as Escape does, instead of leaving the screen. On a
 * computer Escape itself does it. Browsers without `CloseWatcher` go back a screen, as they do everywhere.
 */
export function ClosesByBack() {
  useEffect(() => {
    const Watcher = watcher();
    if (!Watcher || !window.matchMedia('(pointer: coarse)').matches) return;
    const back = new Watcher();
    const pressEscape = () =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
      );
    back.addEventListener('close', pressEscape);
    return () => back.destroy();
  }, []);
  return null;
}

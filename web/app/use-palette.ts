import { useEffect, useState } from 'react';
import { isCommand } from '../ui/key-press.ts';

/** Whether the command palette is open. Ctrl+K opens and closes it, or Cmd+K on a Mac. */
export function usePalette() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isCommand(event, 'k') || event.defaultPrevented) return;
      event.preventDefault();
      if (!event.repeat) setOpen((before) => !before);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return { open, setOpen };
}

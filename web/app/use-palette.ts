import { useEffect, useState } from 'react';

/**
 * The state of the command palette, which Ctrl+K or Cmd+K opens. `wanted` is true once it was opened, so that its script is
 * only loaded then.
 */
export function usePalette() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) setWanted(true);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return { open, setOpen, wanted };
}
